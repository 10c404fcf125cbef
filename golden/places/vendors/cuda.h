/* Which vendor's headers are read: a header of the program in a folder of its own. */
#pragma once
#include <cuda.h>
#include <cuda_fp16.h>
typedef half element;
