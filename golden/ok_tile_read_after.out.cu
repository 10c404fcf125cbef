// After the loop the last tile is read again: it lies in the stage of the last iteration, and in
// the first one when there was no iteration at all.
__global__ void last_tile(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    xs[t] = -1.0f;
    __syncthreads();
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t);
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
            for (k += 128; k < n; k += 128) {
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
    y[blockIdx.x * 128 + t] = sum + xs[127 - t];
}
