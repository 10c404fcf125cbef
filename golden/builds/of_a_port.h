#ifndef OF_A_PORT_H
#define OF_A_PORT_H
#ifdef PROGRAM_PORT // a header of the user's
#include PROGRAM_PORT
#endif
#if TRACE_LEVEL > 1 || \
    defined(TRACE_ALL)
#include "trace_that_is_not_here.h"
#elif defined(__PROGRAM_BUILD)
#include "config_that_is_not_here.h"
#endif
struct part {
    float x, y;
};
#endif
