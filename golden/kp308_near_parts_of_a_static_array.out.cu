// kpipe: --variant ldg
// The same in an array of known size, in a template: what holds in all instances in sight.
template <int DIM>
__global__ void __launch_bounds__(64) mix(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { float buffer[16 * DIM + 64 * 2]; } kp_buffer[2];
    auto &buffer = kp_buffer[0].buffer;
    float *rows = buffer, *sums = buffer + 16 * DIM;
    const int t = threadIdx.x;
    float s = 0.0f;

    static_assert(((DIM == 32) || (DIM == 16)), "kpipe: DIM has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_rows = rows;
    float kp_r0[(16 * DIM) > 0 ? ((16 * DIM) - 1) / 64 + 1 : 1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < ((16 * DIM) > 0 ? ((16 * DIM) - 1) / 64 + 1 : 1); i += 64, ++kp_i)
            if (i < 16 * DIM)
                kp_r0[kp_i] = A[k * DIM + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto rows = (decltype(kp_rows))((char *)kp_rows + kp_stage * sizeof(kp_buffer[0]));
        sums[t] = rows[t] + rows[(t + DIM) % (16 * DIM)];
        sums[64 + t] = rows[t] - s;
        __syncthreads();
        s += sums[63 - t] * sums[127 - t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto rows = (decltype(kp_rows))((char *)kp_rows + kp_stage * sizeof(kp_buffer[0]));
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < ((16 * DIM) > 0 ? ((16 * DIM) - 1) / 64 + 1 : 1); i += 64, ++kp_i)
            if (i < 16 * DIM)
                rows[i] = kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = s;
}

void run(const float *A, float *C, int n)
{
    mix<32><<<4, 64>>>(A, C, n);
    mix<16><<<4, 64>>>(A, C, n);
}
