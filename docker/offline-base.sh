#!/usr/bin/env bash
# Makes the office image's base where no registry can be reached. It takes root and
# debootstrap; the packages are those of docker/Dockerfile, from where this
# machine's own apt gets them, or else from the mirror that --mirror URL names
# before all others: a folder debian, with debian-security beside it.
#
#   docker/offline-base.sh            makes it, unless the engine has it
#   docker/offline-base.sh --again    makes it anew, of today's packages
#   docker/offline-base.sh --to FILE  writes it for `docker load`, and asks no engine
#   docker/offline-base.sh --name     prints its name
#
# One version of the packages gives one sequence of bytes. Nothing is left behind,
# also when this is interrupted.
set -euo pipefail
shopt -s inherit_errexit
umask 022
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
release=bookworm

# The name is the hash of what the image is made by, as the program knows it too.
name() {
  local sum
  sum=$(cd "$here" && cat Dockerfile offline-base.sh packages slim.sh | sha256sum)
  echo "legomem-office-base:${sum:0:16}"
}

# mirror SUITE GIVEN is where a suite is got from: the mirror that was named, or
# where this machine's apt gets it.
mirror() {
  local uri=$2
  [ -n "$uri" ] || uri=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(CODENAME)' 'Identifier: Packages' 2>/dev/null |
    awk -v suite="$1" '$2 == suite || $3 == suite { print $1; exit }') || true
  [ -n "$uri" ] || { echo "this machine's apt knows no $1: name a mirror of Debian with --mirror URL" >&2; return 1; }
  echo "$uri"
}

# install DIR MIRROR makes the contents. It runs as the first process of a namespace of
# its own, so that its mounts and processes end with it.
install() {
  local root=$1/root given=${2%/} debian security
  debian=$(mirror $release "$given")
  security=$(mirror $release-security "${given:+$given-security}")
  proxies
  debootstrap --force-check-gpg --variant=minbase $release "$root" "$debian"

  cat >"$root/etc/apt/sources.list" <<SOURCES
deb $debian $release main
deb $debian $release-updates main
deb $security $release-security main
SOURCES
  # This machine's way to them: proxies, and whom to trust.
  apt-config dump 2>/dev/null | grep -E '^Acquire::(https?::Proxy[ :]|Check-Valid-Until|Check-Date|Retries)' >"$root/etc/apt/apt.conf.d/host" || true
  if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/apt/host.crt"
    echo 'Acquire::https::CAInfo "/etc/apt/host.crt";' >>"$root/etc/apt/apt.conf.d/host"
  fi
  cat /etc/resolv.conf >"$root/etc/resolv.conf"
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # starts no services
  chmod 755 "$root/usr/sbin/policy-rc.d"

  mount -t proc proc "$root/proc"
  within() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C \
      ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} "$@"
  }
  within apt-get update -qq
  within apt-get upgrade -qq -o Dpkg::Options::=--force-unsafe-io
  # shellcheck disable=SC2046 # words are what is wanted
  within apt-get install -qq --no-install-recommends -o Dpkg::Options::=--force-unsafe-io $(grep -Ev '^(#|$)' "$here/packages")
  mkdir "$root/office"
  cp "$here/slim.sh" "$root/office/"
  within sh /office/slim.sh
}

# proxies tells debootstrap what apt knows.
proxies() {
  local proxy
  proxy=$(apt-config shell p Acquire::http::Proxy 2>/dev/null | sed -n "s/^p='\(.*\)'$/\1/p") || true
  if [ -n "$proxy" ] && [ "$proxy" != DIRECT ]; then export http_proxy=$proxy; fi
  proxy=$(apt-config shell p Acquire::https::Proxy 2>/dev/null | sed -n "s/^p='\(.*\)'$/\1/p") || true
  if [ -n "$proxy" ] && [ "$proxy" != DIRECT ]; then export https_proxy=$proxy; fi
}

# describe DIR TAG writes the image's config and manifest beside its layer. The
# moment is the contents' own, so that the image's id is that of its contents.
describe() {
  local dir=$1 tag=$2 layer arch labels
  layer=$(sha256sum <"$dir/layer.tar")
  arch=$(chroot "$dir/root" dpkg --print-architecture)
  case $arch in
    armhf) arch=arm ;;
    i386) arch=386 ;;
    ppc64el) arch=ppc64le ;;
  esac
  labels=$(sed -E 's/^([^=]*)=(.*)$/"legomem.version.\1":"\2"/' "$dir/root/usr/share/legomem/versions" | paste -sd,)
  cat >"$dir/config.json" <<CONFIG
{"architecture":"$arch","os":"linux","created":"2024-01-01T00:00:00Z","config":{"Env":["PATH=/usr/bin:/bin"],"Cmd":["/bin/bash"],"Labels":{"legomem.app":"office-base",$labels}},"rootfs":{"type":"layers","diff_ids":["sha256:${layer%% *}"]},"history":[{"created":"2024-01-01T00:00:00Z","created_by":"docker/offline-base.sh"}]}
CONFIG
  printf '[{"Config":"config.json","RepoTags":["%s"],"Layers":["layer.tar"]}]\n' "$tag" >"$dir/manifest.json"
}

# sorted DIR NAMES... is a tar that says nothing of the moment or of this machine.
sorted() {
  local dir=$1
  shift
  tar -C "$dir" --sort=name --format=gnu --numeric-owner --owner=0 --group=0 --mtime=@1704067200 -c "$@"
}

# build DIR TAG fills a folder with what the image is made of.
build() {
  local dir=$1 tag=$2
  # A kill of this shell kills the namespace's first process, and with it all in it.
  setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child \
    "${BASH_SOURCE[0]}" --install "$dir" "$given" >"$dir/log" 2>&1 </dev/null &
  if ! wait $!; then
    tail -n 40 "$dir/log" >&2
    echo "docker/offline-base.sh: the image could not be made; what went wrong stands above" >&2
    exit 1
  fi
  sorted "$dir/root" --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' . >"$dir/layer.tar" &
  wait $!
  describe "$dir" "$tag"
}

# archive DIR writes it as docker load reads it.
archive() { sorted "$1" config.json layer.tar manifest.json; }

# abandoned removes the folders of builds that were killed: those nobody holds.
abandoned() {
  local dir
  for dir in "${TMPDIR:-/var/tmp}"/legomem-office.*; do
    if [ -d "$dir" ] && flock -n "$dir" true; then rm -rf --one-file-system "$dir"; fi
  done
}

# make TO builds in a folder that is held while this lives, and gone after.
make() {
  local to=$1
  for tool in debootstrap unshare setpriv flock; do
    command -v $tool >/dev/null || { echo "docker/offline-base.sh needs $tool: apt-get install debootstrap util-linux" >&2; exit 1; }
  done
  [ "$(id -u)" = 0 ] || { echo "docker/offline-base.sh needs root: run it with sudo, or build docker/Dockerfile where a registry can be reached" >&2; exit 1; }
  abandoned
  work=
  trap 'kill -KILL $(jobs -p) 2>/dev/null || true; wait; [ -z "$work" ] || rm -rf --one-file-system "$work"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  work=$(mktemp -d "${TMPDIR:-/var/tmp}/legomem-office.XXXXXX")
  exec 8<"$work"
  flock 8
  build "$work" "$(name)"
  # Waited for, so that a signal is heard meanwhile.
  if [ -n "$to" ]; then archive "$work" >"$to" & else archive "$work" | docker load -q >/dev/null & fi
  wait $!
}

given=
if [ "${1:-}" = --mirror ]; then
  given=${2:?the address of a mirror}
  shift 2
fi
case ${1:-} in
  --name) name ;;
  --install) install "$2" "$3" ;;
  --to) make "${2:?the file to write}" ;;
  "" | --again)
    exec 9<"$here" # one at a time; the second finds what the first made
    flock 9
    tag=$(name)
    old=$(docker image inspect -f '{{.Id}}' "$tag" 2>/dev/null) || old=
    if [ -n "$old" ] && [ -z "${1:-}" ]; then exit 0; fi
    docker info >/dev/null || { echo "docker/offline-base.sh: no Docker engine answers" >&2; exit 1; }
    echo "docker/offline-base.sh: making $tag, which takes minutes"
    make ""
    # One of older packages goes when nothing is made of it.
    if [ -n "$old" ] && [ "$old" != "$(docker image inspect -f '{{.Id}}' "$tag")" ]; then docker rmi "$old" >/dev/null 2>&1 || true; fi
    ;;
  *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"; exit 2 ;;
esac
