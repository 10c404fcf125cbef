#include <math.h>
#include <stddef.h>

enum { D = 64 };

// Two passes over the keys, maximum first: no rescaling, so nothing in common with the kernel.
void cross_attn_ref(const _Float16 *Q, const _Float16 *K, const _Float16 *V, _Float16 *O, int heads,
                    int q_len, int kv_len, float scale)
{
    for (int row = 0; row < heads * q_len; ++row) {
        const _Float16 *q = Q + (size_t)row * D;
        const size_t head = (size_t)(row / q_len) * kv_len * D;
        double max = -INFINITY, sum = 0.0, out[D] = {0};
        for (int pass = 0; pass < 2; ++pass) {
            for (int j = 0; j < kv_len; ++j) {
                double score = 0.0;
                for (int d = 0; d < D; ++d)
                    score += (double)q[d] * (double)K[head + (size_t)j * D + d];
                score *= scale;
                if (pass == 0) {
                    max = fmax(max, score);
                    continue;
                }
                const double p = exp(score - max);
                sum += p;
                for (int d = 0; d < D; ++d)
                    out[d] += p * (double)V[head + (size_t)j * D + d];
            }
        }
        for (int d = 0; d < D; ++d)
            O[(size_t)row * D + d] = (_Float16)(out[d] / sum);
    }
}
