"""Writes the parts of the client that openapi.json describes. It needs nothing but Python."""
