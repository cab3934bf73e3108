"""What is served over plain HTTP: the pages, photos, and the server's own terminal."""
