"""Pictures of rooms, for screens that show no page: drawn by a process of its own.

It sees public views and nothing else. The server knows `letters`, `painter`, `needs`, `suspense`
and `look`; everything else here runs in that process (`child`).
"""
