/* ops.def for any processor. Those with AVX2 run none of it, so it is compiled with less effort. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#pragma GCC optimize("O1")
#endif
#include "simt/machine.h"
#include "simt/num.h"

#define KP_ISA base
#include "simt/vec.inc"
/* behind what it uses */
#include "simt/loads.inc"
