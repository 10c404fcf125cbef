// Others may launch it, with as much dynamic memory as 20 KB of static memory leave: one buffer.
__global__ __launch_bounds__(1024) void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float last[];
    __shared__ float tile[5120];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[5];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 5; i += 1024, ++kp_i)
            if (i < 5120)
                kp_r0[kp_i] = x[k + i];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 64; i++)
            sum += tile[t + 64 * i];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 5; i += 1024, ++kp_i)
            if (i < 5120)
                tile[i] = kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 5120; k < n; k += 5120) {
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
    last[t] = sum;
    __syncthreads();
    y[blockIdx.x * 1024 + t] = sum - last[1023 - t];
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 1024, 4096>>>(x, y, n);
}
