"""LG televisions (webOS): found by SSDP, spoken to over a WebSocket (LG calls the protocol SSAP),
paired by one tap on the television. Its own browser opens our page.
"""
