#if MODE == 1
#define ALIGNED(type, name) typedef type name __align__(x)
#else
#define ALIGNED(type, name) typedef type name
#endif
