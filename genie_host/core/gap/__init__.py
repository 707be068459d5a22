"""GAP/1, the approval protocol of ``docs/protocol.md``: text, records, digests, shown lines, signatures. Pure."""
