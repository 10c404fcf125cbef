#ifdef EXACT
#define REAL double
#else
#define REAL float
#endif
#define WORD int
