#define INLINE(declaration, body) __device__ inline declaration { body; }
typedef float real;
#ifndef LATE_DONE
#ifdef LATE_OTHER
INLINE(real (second)(float x), __syncthreads(); return x)
#else
INLINE(real (second)(float x), return x)
#endif
#define LATE_OTHER
#define LATE_DONE
#endif
