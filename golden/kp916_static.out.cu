// kpipe: --layout auto
// Longer rows would not fit into static shared memory.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[32][32];
    __shared__ float table[11264];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float s = 0.0f;

    for (int i = ty * 32 + tx; i < 11264; i += 256)
        table[i] = A[i];
    __syncthreads();

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = ty, kp_i = 0; kp_i < 4; i += 8, ++kp_i)
            if (i < 32)
                kp_r0[kp_i] = A[(blockIdx.x * 32 + i) * n + k + tx];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 32; i++)
            s += As[tx][i] * table[i];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = ty, kp_i = 0; kp_i < 4; i += 8, ++kp_i)
            if (i < 32)
                As[i][tx] = kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}

void launch(const float *A, float *C, int n)
{
    k<<<n / 32, dim3(32, 8)>>>(A, C, n);
}
