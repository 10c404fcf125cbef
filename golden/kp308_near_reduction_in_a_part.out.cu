// kpipe: --variant single
// Parts of dynamic memory whose sizes are not known, one of them for a reduction: its distance is halved, and no more than it began with.
__global__ void weigh(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ out, int n,
                      int rows)
{
    extern __shared__ float mem[];
    float *xs = mem;
    float *ys = xs + n;
    float *sums = ys + n;

    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        size_t(n) <= 2147483647 &&
        1LL * blockDim.x <= 1LL * n;
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int i) __attribute__((always_inline)) {
            kp_r0 = x[i * n + threadIdx.x];
        };
        auto kp_compute = [&](int i) __attribute__((always_inline)) {
            ys[threadIdx.x] = xs[threadIdx.x] * w[i * n + threadIdx.x];
            __syncthreads();
            sums[threadIdx.x] = ys[threadIdx.x];
            __syncthreads();
            for (int s = blockDim.x / 2; s > 0; s >>= 1) {
                if (threadIdx.x < s)
                    sums[threadIdx.x] += sums[threadIdx.x + s];
                __syncthreads();
            }
            out[i * n + threadIdx.x] = ys[threadIdx.x] - xs[threadIdx.x] * sums[0];
        };
        auto kp_store = [&]() __attribute__((always_inline)) {
            xs[threadIdx.x] = kp_r0;
        };
        {
            int i = 0;
            if (i < rows) {
                kp_fetch(i);
                kp_store();
                __syncthreads();
                int kp_i = i;
                for (i++; i < rows; i++) {
                    kp_fetch(i);
                    kp_compute(kp_i);
                    __syncthreads();
                    kp_store();
                    __syncthreads();
                    kp_i = i;
                }
                kp_compute(kp_i);
            }
        }
    } else { // kpipe: as written
        for (int i = 0; i < rows; i++) {
            xs[threadIdx.x] = x[i * n + threadIdx.x];
            ys[threadIdx.x] = xs[threadIdx.x] * w[i * n + threadIdx.x];
            __syncthreads();
            sums[threadIdx.x] = ys[threadIdx.x];
            __syncthreads();
            for (int s = blockDim.x / 2; s > 0; s >>= 1) {
                if (threadIdx.x < s)
                    sums[threadIdx.x] += sums[threadIdx.x + s];
                __syncthreads();
            }
            out[i * n + threadIdx.x] = ys[threadIdx.x] - xs[threadIdx.x] * sums[0];
            __syncthreads();
        }
    }
}
