# Keeps one LibreOffice and converts documents with it, one after the other.
#
# Arguments: the name of the pipe to meet it at, then the command that starts
# it. Requests are lines of JSON on standard input; replies go to descriptor 3,
# so that nothing that anybody prints can pass for one. The first reply says
# that it is ready. The end of the input is the end.
import ctypes
import json
import os
import signal
import subprocess
import sys
import time

RESTART = (79, 81)  # LibreOffice's own wish, on a profile that is new to it
RESTARTS = 3
PR_SET_PDEATHSIG = 1


def main():
    os.umask(0o077)  # the modes of its sockets follow
    os.set_inheritable(3, False)
    replies = os.fdopen(3, "w", encoding="utf-8")

    def reply(**what):
        replies.write(json.dumps(what) + "\n")
        replies.flush()

    pipe, command = sys.argv[1], sys.argv[2:]
    try:
        import uno
    except ImportError as e:
        return reply(missing=str(e))
    office, context = connect(uno, command, pipe)
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    reply(ready=True)
    for line in sys.stdin:
        reply(**convert(uno, desktop, json.loads(line)))
    office.kill()


def connect(uno, command, pipe):
    here = uno.getComponentContext()
    resolver = here.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", here)
    NoConnection = uno.getClass("com.sun.star.connection.NoConnectException")
    office, restarts = start(command), 0
    while True:
        try:
            return office, resolver.resolve("uno:pipe,name=" + pipe + ";urp;StarOffice.ComponentContext")
        except NoConnection:
            code = office.poll()
            if code in RESTART and restarts < RESTARTS:
                office, restarts = start(command), restarts + 1
            elif code is not None:
                sys.exit("LibreOffice ended with %d" % code)
        time.sleep(0.01)


def start(command):
    us, libc = os.getpid(), ctypes.CDLL(None)

    def die_with_us():
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != us:
            os._exit(1)

    return subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=die_with_us)


def convert(uno, desktop, job):
    def properties(**values):
        made = []
        for name, value in values.items():
            p = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
            p.Name, p.Value = name, value
            made.append(p)
        return tuple(made)

    # NEVER_EXECUTE of MacroExecMode and NO_UPDATE of UpdateDocMode are 0. A
    # document without a password is asked for none: there is nobody to ask.
    how = properties(FilterName=job["filter"], FilterOptions=job["options"], Hidden=True, ReadOnly=True, Silent=True,
                     MacroExecutionMode=0, UpdateDocMode=0)
    Disposed = uno.getClass("com.sun.star.lang.DisposedException")
    UnoException = uno.getClass("com.sun.star.uno.Exception")
    try:
        document = desktop.loadComponentFromURL(job["in"], "_blank", 0, how)
    except Disposed:
        raise
    except UnoException as e:
        return {"refused": e.Message or type(e).__name__}
    if document is None:
        return {"refused": "LibreOffice cannot load it"}
    try:
        document.storeToURL(job["out"], properties(FilterName=job["export"]))
    except Disposed:
        raise
    except UnoException as e:
        return {"refused": e.Message or type(e).__name__}
    finally:
        document.close(True)
    return {"done": True}


main()
