#include <stddef.h>

// Row-major C = A * B, summed in double so that the error seen is the kernel's.
void sgemm_128x128x16_ref(const float *A, const float *B, float *C, int M, int N, int K)
{
    for (int i = 0; i < M; ++i) {
        for (int j = 0; j < N; ++j) {
            double sum = 0.0;
            for (int k = 0; k < K; ++k)
                sum += (double)A[(size_t)i * K + k] * B[(size_t)k * N + j];
            C[(size_t)i * N + j] = (float)sum;
        }
    }
}
