"""What every part of the server stands on: options, log, refusals, the clock, child processes."""
