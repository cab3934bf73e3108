"""A house in a Redis or Valkey, for many workers. It is loaded only where `--store` names one."""
