#include <stddef.h>
#include <stdint.h>

// B is [N][K].
void igemm_128x64x64_ref(const int8_t *A, const int8_t *B, int32_t *C, int M, int N, int K)
{
    for (int i = 0; i < M; ++i) {
        for (int j = 0; j < N; ++j) {
            int32_t sum = 0;
            for (int k = 0; k < K; ++k)
                sum += A[(size_t)i * K + k] * B[(size_t)j * K + k];
            C[(size_t)i * N + j] = sum;
        }
    }
}
