"""What waits: for a response, for time, for a turn."""
