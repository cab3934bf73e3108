"""Pictures of rooms, for screens that show no page: drawn by a process of its own, from public views alone.

The server knows `letters` and `painter`; everything else here runs in that process (`child`).
"""
