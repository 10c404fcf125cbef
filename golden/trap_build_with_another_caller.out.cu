// Another build has a caller whose array is in shared memory, which cp.async does not read.
#define ROWS rows

static __device__ void rows(const float *A, const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k) __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
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
    y[row] = sum;
}

__global__ void gemv(const float *A, const float *x, float *y, int n)
{
    rows(A, x, y, n);
}

#ifdef SMALL
__global__ void gemv_small(const float *A, const float *x, float *y)
{
    __shared__ float all[512];

    for (int i = threadIdx.x; i < 512; i += 128)
        all[i] = x[i];
    __syncthreads();
    ROWS(A, all, y, 512);
}
#endif
