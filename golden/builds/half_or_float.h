#pragma once
#ifdef USE_FLOAT
typedef float real;
#else
#include <cuda_fp16.h>
typedef __half real;
#endif
