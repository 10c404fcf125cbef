#define T 32
