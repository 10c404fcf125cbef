// kpipe: --variant ldg --stages 2
// What is left does not wrap around, as the loop goes on while something is.
__global__ void sums(unsigned n, unsigned start, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const unsigned t = threadIdx.x;
    float s = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](unsigned int first) __attribute__((always_inline)) {
        if (first + t < n)
            kp_r0 = x[first + t];
    };
    auto kp_compute = [&](unsigned int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const unsigned rows = min(128u, n - first);
        for (unsigned i = 0; i < rows; i++)
            s += tile[i];
    };
    auto kp_store = [&](unsigned int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (first + t < n)
            tile[t] = kp_r0;
    };
    {
        unsigned first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_fetch(first);
            kp_store(first, kp_stage);
            __syncthreads();
            unsigned int kp_first = first;
            for (first += 128; first < n; first += 128) {
                kp_fetch(first);
                kp_compute(kp_first, kp_stage);
                kp_store(first, kp_stage ^ 1);
                __syncthreads();
                kp_first = first;
                kp_stage ^= 1;
            }
            kp_compute(kp_first, kp_stage);
        }
    }
    out[blockIdx.x * blockDim.x + t] = s;
}
