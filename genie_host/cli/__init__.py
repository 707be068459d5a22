"""The command line: builds the objects, asks people, prints."""
