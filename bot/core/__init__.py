"""The pure core: values, and decisions over values. No I/O, no clock, no randomness."""
