#pragma once
#ifdef _MSC_VER
#define __restrict__ __restrict
#endif
#ifdef ODD
#define __restrict__ volatile
#endif
