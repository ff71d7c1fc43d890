"""What both clients share: it decides what to send, when to send it again and what a response means, without any I/O."""
