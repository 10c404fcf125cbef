#ifndef A_H
#define A_H
#ifdef EARLY
#include "part.h"
#endif
#endif
