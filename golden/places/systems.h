#pragma once
#ifdef _MSC_VER
#define __restrict__ __restrict
#endif
