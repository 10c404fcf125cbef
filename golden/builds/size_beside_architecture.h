#pragma once
#if __CUDA_ARCH__ >= 800
#define ASYNC 1
#endif
#define TILE 128
#define ON_DEVICE (__CUDA_ARCH__ > 0)
