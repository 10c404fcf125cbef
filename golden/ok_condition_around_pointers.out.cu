// Iterations are passed over by a bit; the pointers of the others go by the counter that a closure
// moves on.
__global__ void gathered(const float *__restrict__ x, const int *__restrict__ mask,
                         float *__restrict__ out, int first, int last)
{
    __shared__ __align__(128) float kp_tile[2][128];
    float sum = 0;

    // the next iteration that does something
    auto kp_skip = [&](int k) __attribute__((always_inline)) {
        for (; k < last; ++k) {
            bool on = mask[blockIdx.x] >> k & 1;
            if (on)
                break;
        }
        return k;
    };
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        {
            const float *from = x + k * 128;
            kp_r0 = from[threadIdx.x];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        {
            for (int j = 0; j < 128; ++j)
                sum += tile[j];
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        {
            tile[threadIdx.x] = kp_r0;
        }
    };
    {
        int k = kp_skip(first);
        if (k < last) {
            int kp_stage = 0;
            __syncthreads();
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (++k, k = kp_skip(k); k < last; ++k, k = kp_skip(k)) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
