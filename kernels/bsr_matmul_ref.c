#include <stddef.h>

enum { BS = 32 };

void bsr_matmul_ref(const float *values, const int *row_ptr, const int *col_idx, const float *B,
                    float *C, int block_rows, int N)
{
    for (int row = 0; row < block_rows * BS; ++row)
        for (int j = 0; j < N; ++j) {
            double sum = 0.0;
            for (int p = row_ptr[row / BS]; p < row_ptr[row / BS + 1]; ++p)
                for (int k = 0; k < BS; ++k)
                    sum += (double)values[((size_t)p * BS + row % BS) * BS + k] *
                           B[((size_t)col_idx[p] * BS + k) * N + j];
            C[(size_t)row * N + j] = (float)sum;
        }
}
