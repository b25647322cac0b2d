"""`python -m scrubjay` is `scrubjay`."""

from scrubjay.cli.main import run

if __name__ == "__main__":
    run()
