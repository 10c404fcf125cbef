#pragma once
#ifdef ODD
#define __restrict__ volatile
#endif
