#ifndef __CUDA_ARCH__
#undef __CUDACC__
#endif
#ifdef __CUDACC__
struct rows {
    const float *p;
    int first;
    __device__ const float &operator[](int i) const { return p[first + i]; }
};
#else
struct rows {
    const float *p;
    int first;
    __device__ const float &operator[](int i) const { return p[first + 3 * i]; }
};
#endif
