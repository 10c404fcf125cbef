#pragma once
#if defined(UNDEFINES_MIN) || \
    defined(UNDEFINES_ALL)
#include "undefines_min.h"
#endif
