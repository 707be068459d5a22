"""So that ``python cli.py run ...`` works from a checkout."""

from genie_host.cli.main import main

if __name__ == "__main__":
    main()
