// kpipe: --stages 2
// As kp403_near_rows_and_columns_to_ends, but all threads read their columns of bs: those past the end are
// what an earlier tile of the result has left there, in one of the buffers.
__global__ void product(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c, int n,
                        int m, int depth)
{
    __shared__ double as[16][16], bs[16][16];
    const int ty = threadIdx.y, tx = threadIdx.x;

    for (int i = 16 * blockIdx.y; i < n; i += 4096)
        for (int j = 16 * blockIdx.x; j < m; j += 4096) {
            double sum = 0;
            for (int k = 0; k < depth; k += 16) {
                if (n >= ty + i + 1 && depth >= tx + k + 1)
                    as[ty][tx] = a[(ty + i) * depth + (tx + k)];
                if (m >= tx + j + 1 && depth >= ty + k + 1)
                    bs[ty][tx] = b[(ty + k) * m + (tx + j)];
                __syncthreads();
                if (n >= ty + i + 1)
                    for (int q = 0; q <= (15 < depth - k - 1 ? 15 : depth - k - 1); q++)
                        sum += as[ty][q] * bs[q][tx];
                __syncthreads();
            }
            if (n >= ty + i + 1)
                c[(ty + i) * m + (tx + j)] = sum;
            __syncthreads();
        }
}
