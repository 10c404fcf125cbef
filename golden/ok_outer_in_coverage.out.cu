// The guard does not change in the K-loop, but it does in the loop around it: more elements are
// filled from round to round, and the old ones are read on.
__global__ void growing(const float *__restrict__ x, float *__restrict__ y, int n, int rounds)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    tile[t] = 0.0f;
    __syncthreads();
    for (int r = 0; r < rounds; ++r)
    {
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            if ((t + r) % 2 == 0)
                kp_r0 = x[k * 128 + t];
        };
        auto kp_compute = [&]() __attribute__((always_inline)) {
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (j ^ t);
        };
        auto kp_store = [&]() __attribute__((always_inline)) {
            if ((t + r) % 2 == 0)
                tile[t] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                kp_fetch(k);
                kp_store();
                __syncthreads();
                for (++k; k < n; ++k) {
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
    }
    y[blockIdx.x * 128 + t] = sum;
}
