#pragma once
#define GLOBAL_KERNEL __global__
#define ON_CHIP __shared__
#define LOCAL_MEMORY ON_CHIP
#define FENCE __syncthreads()
