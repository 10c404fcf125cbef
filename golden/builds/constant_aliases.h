#pragma once

using index_t = const int;
typedef const float *source_t;
typedef float *const target_t;
struct step {
    const int stride;
};
#define CELL const float
