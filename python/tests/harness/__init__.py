"""What the tests share: the real service, a clock that skips waits, a network that fails, and both clients as one."""
