"""Others' trained weights, read without the library that wrote them."""
