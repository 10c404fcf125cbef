#ifndef LATE_DONE
#ifdef LATE_OTHER
#define TIMES(a) (__syncthreads(), (a) * 2)
#else
#define TIMES(a) ((a) * 2)
#endif
#define LATE_OTHER
struct scaled final {
    float of;
    __device__ operator float() const { return TIMES(of); }
};
__device__ inline auto scale() { return scaled{3}; }
#define LATE_DONE
#endif
