#pragma once
#ifdef EMULATED
#include "commits_nothing.h"
#endif
