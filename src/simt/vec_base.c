/* ops.def for any processor. */
#include "simt/machine.h"
#include "simt/num.h"

#define KP_ISA base
#include "simt/vec.inc"
/* behind what it uses */
#include "simt/loads.inc"
