namespace kp_pipelined { __device__ float kp_scale = 3.0f; }
__device__ float kp_scale = 2.0f;
// The namespace of the clones has a variable of the program, whose name begins like ours: a clone would mean that.
__global__ void sums(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n, float least)
{
    extern __shared__ float smem[];
    const int t = threadIdx.x, row = blockIdx.x * 64;
    float acc = 0.0f;


    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[8], kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const float *from = A + (row + t / 16) * n + k + t % 16;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            kp_r0[i] = *from;
            from += 8 * n;
        }
        if (t < 16)
            kp_r1 = x[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 8; i++)
            acc += kp_scale * smem[(t / 2) * 16 + (t % 2) * 8 + i] * smem[1024 + (t % 2) * 8 + i];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        int at = t;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            smem[at] = kp_r0[i];
            at += 128;
        }
        if (t < 16)
            smem[1024 + t] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    if (acc > least)
        smem[t * 16] = acc;
    __syncthreads();
    if (t < 64)
        y[row + t] = smem[t * 32] + smem[t * 32 + 16];
}

void launch(const float *A, const float *x, float *y, int rows, int n, float least)
{
    sums<<<rows / 64, 128, 128 * 16 * sizeof(float)>>>(A, x, y, n, least);
}
