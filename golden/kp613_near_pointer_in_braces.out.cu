// Pointers into one buffer that are initialised in braces: what a store leads to is known.
__global__ void rows(const float *__restrict__ x, const float *__restrict__ w, float *y, int n, int width)
{
    extern __shared__ float memory[];
    float *a { memory };
    float *b { &memory[width] };
    float sum { 0 };

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
        kp_r1 = w[k + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i { 0 }; i < width; i++)
            sum += a[i] * b[width - 1 - i];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        a[threadIdx.x] = kp_r0;
        b[threadIdx.x] = kp_r1;
    };
    {
        int k { 0 };
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += width; k < n; k += width) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[threadIdx.x] = sum;
}
