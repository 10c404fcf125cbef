// kpipe: -- -Xcudafe --diag_suppress=177,--display_error_number -Xcompiler -fPIC,-std=c++17
// The front end's options are about messages.
__global__ void __launch_bounds__(128)
    mirror(float *__restrict__ y, const float *__restrict__ x, int n)
{
    __shared__ __align__(128) float kp_buf[2][256];
    auto &buf = kp_buf[0];
    const int t = threadIdx.x;
    float sum = 0.0f;
    float *tile = buf, *scratch = buf + ((char)200 < 0 ? 128 : 0);

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_tile = tile;
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_buf[0]));
        const float v = tile[127 - t] * 2.0f;
        __syncthreads();
        scratch[t] = v;
        __syncthreads();
        sum += scratch[127 - t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_buf[0]));
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = sum;
}
