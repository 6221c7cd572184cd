"""The command ``grundy``, also as ``python -m grundy``."""

import sys

from . import _native


def main() -> int:
    """Runs the command with the arguments of this process and returns its exit code."""
    import signal

    # The command has its own way with Ctrl-C, which Python would otherwise answer when it is back.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.command([sys.executable, "-m", "grundy"], sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
