#include <stddef.h>

enum { TILE = 64 };

// Row by row instead of tile by tile: x[i] loses what all earlier tiles contribute to it.
void inplace_update_ref(const float *L, float *x, int rhs, int n)
{
    for (int r = 0; r < rhs; ++r) {
        float *v = x + (size_t)r * n;
        for (int i = 0; i < n; ++i) {
            double sum = v[i];
            for (int j = 0; j < i / TILE * TILE; ++j)
                sum -= (double)L[(size_t)j * n + i] * v[j];
            v[i] = (float)sum;
        }
    }
}
