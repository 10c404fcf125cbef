#include <stddef.h>

// B is [N][K].
void hgemm_mma_ref(const _Float16 *A, const _Float16 *B, _Float16 *C, int M, int N, int K)
{
    for (int i = 0; i < M; ++i) {
        for (int j = 0; j < N; ++j) {
            double sum = 0.0;
            for (int k = 0; k < K; ++k)
                sum += (double)A[(size_t)i * K + k] * (double)B[(size_t)j * K + k];
            C[(size_t)i * N + j] = (_Float16)sum;
        }
    }
}
