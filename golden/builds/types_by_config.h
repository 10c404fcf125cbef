#ifndef TYPES_BY_CONFIG_H
#define TYPES_BY_CONFIG_H
#ifdef __cplusplus
#include "config_of_all.h"
#endif
#ifdef HAVE_FLOAT
typedef float value_of_config;
#else
typedef double value_of_config;
#endif
#endif
