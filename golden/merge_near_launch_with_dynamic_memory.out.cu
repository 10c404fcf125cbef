// kpipe: --merge 2x1
// How much dynamic memory it may have is said of the kernel, and would have to be said of a clone.
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ v, float *__restrict__ C,
                     int n)
{
    // kpipe 0.1.0: 2x1 blocks merged into one (revert this change to undo)
    if (blockIdx.y > (gridDim.y - 1) / 2)
        return;
    const unsigned int kp_y0 = blockIdx.y * 2;

    extern __shared__ float all[];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    int row[2];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
        const unsigned int kp_by = kp_y0 + kp_y < gridDim.y ? kp_y0 + kp_y : gridDim.y - 1;
        row[kp_y] = kp_by * T + ty;
    }
    const int col = blockIdx.x * T + tx;
    float sum[2];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
        sum[kp_y] = 0.0f;
    }

    for (int i = tx + ty * T; i < n; i += T * T)
        all[i] = v[i];
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = B[(k + ty) * n + col];
    };
    auto kp_compute = [&](int k) __attribute__((always_inline)) {
        for (int i = 0; i < T; i++) {
            #pragma unroll
            for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
                sum[kp_y] += A[row[kp_y] * n + k + i] * Bs[i][tx];
            }
        }
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        Bs[ty][tx] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            int kp_k = k;
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute(kp_k);
                __syncthreads();
                kp_store();
                __syncthreads();
                kp_k = k;
            }
            kp_compute(kp_k);
            __syncthreads();
        }
    }
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
        if (kp_y0 + kp_y >= gridDim.y)
            continue;
        C[row[kp_y] * n + col] = sum[kp_y] + all[row[kp_y]];
    }
}

void run(const float *A, const float *B, const float *v, float *C, int n)
{
    cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, n * 4);
    gemm<<<dim3(n / T, n / T), dim3(T, T), n * sizeof(float)>>>(A, B, v, C, n);
}
