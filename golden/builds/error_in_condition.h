#ifndef STEP
struct rows {
    const float *p;
    int first;
    __device__ const float &operator[](int i) const { return p[first + i]; }
};
#else
#ifdef STRICT
#error "not both"
#endif
struct rows {
    const float *p;
    int first;
    __device__ const float &operator[](int i) const { return p[first + STEP * i]; }
};
#endif
