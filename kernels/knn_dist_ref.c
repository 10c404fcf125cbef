#include <stddef.h>

void knn_dist_ref(const float *queries, const float *refs, float *dist, int nq, int nr, int dim)
{
    for (int q = 0; q < nq; ++q)
        for (int r = 0; r < nr; ++r) {
            double sum = 0.0;
            for (int d = 0; d < dim; ++d) {
                const double diff =
                    (double)queries[(size_t)q * dim + d] - refs[(size_t)r * dim + d];
                sum += diff * diff;
            }
            dist[(size_t)q * nr + r] = (float)sum;
        }
}
