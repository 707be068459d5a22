"""What Genie keeps: the audit log, receipts from it, and the removal of secrets from all that is kept."""
