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
            // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
            double kp_r0, kp_r1;
            auto kp_fetch = [&](int k) __attribute__((always_inline)) {
                if (n >= ty + i + 1 && depth >= tx + k + 1)
                    kp_r0 = a[(ty + i) * depth + (tx + k)];
                if (m >= tx + j + 1 && depth >= ty + k + 1)
                    kp_r1 = b[(ty + k) * m + (tx + j)];
            };
            auto kp_compute = [&](int k) __attribute__((always_inline)) {
                if (n >= ty + i + 1)
                    for (int q = 0; q <= (15 < depth - k - 1 ? 15 : depth - k - 1); q++)
                        sum += as[ty][q] * bs[q][tx];
            };
            auto kp_store = [&](int k) __attribute__((always_inline)) {
                if (n >= ty + i + 1 && depth >= tx + k + 1)
                    as[ty][tx] = kp_r0;
                if (m >= tx + j + 1 && depth >= ty + k + 1)
                    bs[ty][tx] = kp_r1;
            };
            {
                int k = 0;
                if (k < depth) {
                    kp_fetch(k);
                    kp_store(k);
                    __syncthreads();
                    int kp_k = k;
                    for (k += 16; k < depth; k += 16) {
                        kp_fetch(k);
                        kp_compute(kp_k);
                        __syncthreads();
                        kp_store(k);
                        __syncthreads();
                        kp_k = k;
                    }
                    kp_compute(kp_k);
                    __syncthreads();
                }
            }
            if (n >= ty + i + 1)
                c[(ty + i) * m + (tx + j)] = sum;
            __syncthreads();
        }
}
