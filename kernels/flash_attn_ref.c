#include <math.h>
#include <stddef.h>

enum { D = 64 };

// Two passes over the keys, maximum first: no rescaling, so nothing in common with the kernel.
void flash_attn_ref(const float *Q, const float *K, const float *V, float *O, int heads, int len,
                    float scale)
{
    for (int row = 0; row < heads * len; ++row) {
        const float *q = Q + (size_t)row * D;
        const size_t head = (size_t)(row / len) * len * D;
        double max = -INFINITY, sum = 0.0, out[D] = {0};
        for (int pass = 0; pass < 2; ++pass) {
            for (int j = 0; j < len; ++j) {
                double score = 0.0;
                for (int d = 0; d < D; ++d)
                    score += (double)q[d] * K[head + (size_t)j * D + d];
                score *= scale;
                if (pass == 0) {
                    max = fmax(max, score);
                    continue;
                }
                const double p = exp(score - max);
                sum += p;
                for (int d = 0; d < D; ++d)
                    out[d] += p * V[head + (size_t)j * D + d];
            }
        }
        for (int d = 0; d < D; ++d)
            O[(size_t)row * D + d] = (float)(out[d] / sum);
    }
}
