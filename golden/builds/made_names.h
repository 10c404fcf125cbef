/* The source says what the function does, and no text its name. */
MAKE(scal)
