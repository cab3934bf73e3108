"""What keeps the referee honest: everyday words against all codenames."""
