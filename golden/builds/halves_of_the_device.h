#ifndef HALVES_OF_THE_DEVICE
#define HALVES_OF_THE_DEVICE
#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ >= 530
#define HAS_HALVES 1
#endif
#endif
union words {
    float f[2];
#if HAS_HALVES
    short h[4];
#endif
};
#endif
