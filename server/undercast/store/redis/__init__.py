"""The store in Redis or Valkey, for several workers. Loaded only with `--store`."""
