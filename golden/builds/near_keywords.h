#pragma once
// Not one of these has what GLOBAL_KERNEL has: __global__.
#define GLOBAL_KERNEL
#define OTHER_KERNEL __global__
#define LOCAL_MEMORY
#define FENCE
