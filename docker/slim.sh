#!/bin/sh
# Makes a Debian with all of docker/packages installed into the office image's
# contents. It runs inside that system, as its last step, and removes its tools:
# nothing can be installed afterwards, and its own folder is gone. Beside being small, the result depends on
# the packages' versions alone: not on the moment, the machine or the order.
set -eu
cd /

# The moment that every file is from.
epoch=1704067200
export SOURCE_DATE_EPOCH=$epoch LC_ALL=C PYTHONHASHSEED=0

# What is in it, for the image's labels: "name=version" a line.
folder=/usr/share/legomem
mkdir -p $folder
version() { printf '%s=%s\n' "$1" "$(dpkg-query -W -f '${Version}' "$2")"; }
{
  printf 'debian=%s\n' "$(cat /etc/debian_version)"
  version libreoffice libreoffice-core-nogui
  version poppler poppler-utils
  version python python3
  version python3-uno python3-uno
  version tesseract tesseract-ocr
  version tesseract-eng tesseract-ocr-eng
  version fonts-liberation fonts-liberation
  version fonts-carlito fonts-crosextra-carlito
  version fonts-caladea fonts-crosextra-caladea
  version fonts-dejavu fonts-dejavu-core
} >$folder/versions

# No package manager and no keys in a sandbox (what LibreOffice links of GnuPG
# stays), and no guessing how a page was turned, which nobody asks for.
dpkg --purge --force-depends --force-remove-essential --force-remove-protected \
  apt libapt-pkg6.0 debian-archive-keyring gpgv adduser tesseract-ocr-osd \
  dirmngr gnupg gnupg-l10n gnupg-utils gpg gpg-agent gpg-wks-client gpg-wks-server gpgconf gpgsm pinentry-curses \
  >/dev/null

# What is read by people alone, and other languages' words.
rm -rf /usr/share/doc /usr/share/doc-base /usr/share/man /usr/share/info /usr/share/lintian /usr/share/bug \
  /usr/share/locale /usr/share/icons /usr/share/applications /usr/share/menu /usr/share/metainfo /usr/share/pixmaps \
  /usr/share/bash-completion /usr/share/zoneinfo/right /usr/share/zoneinfo/posix /usr/share/X11/locale /usr/games
# What only somebody at a screen asks LibreOffice for.
office=/usr/lib/libreoffice/share
rm -rf $office/gallery $office/template $office/wizards /usr/share/libreoffice/share/config/images_*_svg.zip \
  /usr/share/libreoffice/share/config/images_*_dark.zip /usr/share/libreoffice/share/config/images_helpimg.zip

# What a machine gathers: lists, caches, logs, backups, its name and its network.
rm -rf /var/lib/apt /var/lib/ucf /var/lib/systemd /var/lib/dpkg/info/* /var/lib/dpkg/*-old /var/lib/dpkg/lock* \
  /var/cache/* /var/log/* /var/tmp/* /var/backups/* /var/mail/* /tmp/* /run/* /root/.[!.]* /home/* \
  /etc/apt /etc/dpkg/dpkg.cfg.d/* /etc/machine-id /etc/.pwd.lock /etc/passwd- /etc/group- /etc/shadow- /etc/gshadow- /etc/subuid- /etc/subgid- \
  /usr/sbin/policy-rc.d
for file in /etc/hostname /etc/hosts /etc/resolv.conf; do
  # Where they are mounted over, as in docker build, they stay, and are not the
  # image's.
  { rm -f $file && : >$file; } 2>/dev/null || true
done
# The day an account's password was changed is the day the image was made.
sed -i -E 's/^([^:]*:[^:]*:)[0-9]+:/\1:/' /etc/shadow
find / -xdev -name __pycache__ -prune -exec rm -rf {} +

# One owner and no way to become another user.
find / -xdev -path /proc -prune -o -path /sys -prune -o -path /dev -prune -o \
  ! -type l \( -perm /6000 -o ! -user 0 -o ! -group 0 \) -exec chown 0:0 {} + -exec chmod u-s,g-s {} +

rm -rf /office
settle() { find / -xdev -path /proc -prune -o -path /sys -prune -o -path /dev -prune -o -exec touch -h -d @$epoch {} +; }
settle

# The root is read-only at run time, so what programs would write there at their
# first start is made now: fonts' index (from folders of the moment above), and
# compiled Python that asks no clock whether it is fresh.
fc-cache --really-force --system-only
rm -f /var/cache/fontconfig/CACHEDIR.TAG
python3 -m compileall -q -f --invalidation-mode unchecked-hash /usr/lib/python3 /usr/lib/python3.* /usr/lib/libreoffice
settle
