#ifndef LATE_DONE
#ifdef LATE_OTHER
MAKE(second, __syncthreads())
#else
MAKE(second, )
#endif
#define LATE_OTHER
#define LATE_DONE
#endif
