// Nobody says how large the blocks are, and the loop has a trip for each unit of n: executed on small
// sizes by blocks of 32 x 32 threads, for fewer trips than other loops have.
__global__ void weighted(float *y, const float *__restrict__ x, const float *__restrict__ z, int n)
{
    __shared__ float t[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 32 + ty;
    float w = 2.0f, acc = 0.0f;
    auto get = [&](int i) { return t[i][tx] * w; };
    {
        float w = z[row];
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[(k * 32 + ty) * 32 + tx];
        };
        auto kp_compute = [&]() __attribute__((always_inline)) {
            for (int i = 0; i < 32; i++)
                acc += get(i) + w;
        };
        auto kp_store = [&]() __attribute__((always_inline)) {
            t[ty][tx] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                kp_fetch(k);
                kp_store();
                __syncthreads();
                for (k++; k < n; k++) {
                    kp_fetch(k);
                    kp_compute();
                    __syncthreads();
                    kp_store();
                    __syncthreads();
                }
                kp_compute();
            }
        }
    }
    y[row * 32 + tx] = acc;
}
