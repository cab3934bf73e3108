"""LG televisions (webOS): found by SSDP, controlled over a WebSocket (LG's protocol SSAP), paired
by one tap on the television. Their own browser opens our page.
"""
