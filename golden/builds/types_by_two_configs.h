#ifndef TYPES_BY_TWO_CONFIGS_H
#define TYPES_BY_TWO_CONFIGS_H
#include "config_of_all.h"
#ifdef OTHER_CONFIG
#include "config_of_one.h"
#endif
#ifdef HAVE_FLOAT
typedef float value_of_config;
#else
typedef double value_of_config;
#endif
#endif
