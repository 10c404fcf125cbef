#include <stddef.h>
#include <stdint.h>

enum { GROUP = 32 };

void dequant_matmul_ref(const float *X, const int8_t *W, const float *scales, float *Y, int M,
                        int N, int K)
{
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            double sum = 0.0;
            for (int k = 0; k < K; ++k)
                sum += (double)X[(size_t)i * K + k] * W[(size_t)j * K + k] *
                       scales[(size_t)j * (K / GROUP) + k / GROUP];
            Y[(size_t)i * N + j] = (float)sum;
        }
}
