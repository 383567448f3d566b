// A layer above so3.
