/* ops.def for AVX-512. */
#include "simt/machine.h"
#include "simt/num.h"

#if defined(KP_HAVE_VECTORS)
#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((                                                                                \
        target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c,bmi,bmi2,lzcnt,popcnt"))),        \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c,bmi,bmi2,lzcnt,popcnt")
#endif
#define KP_ISA avx512
#include "simt/vec.inc"
/* behind what it uses */
#include "simt/loads.inc"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#else
typedef int kp_no_avx512; /* a translation unit is never empty */
#endif
