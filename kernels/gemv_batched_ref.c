#include <stddef.h>

// Column-major A[batch][N][M].
void gemv_batched_ref(const float *A, const float *x, float *y, int batch, int M, int N)
{
    for (int b = 0; b < batch; ++b)
        for (int i = 0; i < M; ++i) {
            double sum = 0.0;
            for (int j = 0; j < N; ++j)
                sum += (double)A[((size_t)b * N + j) * M + i] * x[(size_t)b * N + j];
            y[(size_t)b * M + i] = (float)sum;
        }
}
