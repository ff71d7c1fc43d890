# Generated from _async/ by `npm run openapi`: change that instead.
"""What waits: for a response, for time, for a turn."""
