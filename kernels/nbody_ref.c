#include <math.h>
#include <stddef.h>

// pos and accel are arrays of (x, y, z, w).
void nbody_ref(const float *pos, float *accel, int n, float eps2)
{
    for (int i = 0; i < n; ++i) {
        const float *a = pos + (size_t)i * 4;
        double acc[3] = {0};
        for (int j = 0; j < n; ++j) {
            const float *b = pos + (size_t)j * 4;
            const double d[3] = {(double)b[0] - a[0], (double)b[1] - a[1], (double)b[2] - a[2]};
            const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + eps2;
            for (int c = 0; c < 3; ++c)
                acc[c] += d[c] * b[3] / (r2 * sqrt(r2));
        }
        for (int c = 0; c < 3; ++c)
            accel[(size_t)i * 4 + c] = (float)acc[c];
        accel[(size_t)i * 4 + 3] = 0.0f;
    }
}
