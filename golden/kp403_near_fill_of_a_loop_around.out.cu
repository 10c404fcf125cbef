// kpipe: --variant ldg --stages 2
// Rows of three, filled by as many threads as there are and read as far, again and again: two buffers.
__global__ void sums(int b, int n, int m, const float *__restrict__ p,
                     const float *__restrict__ q, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_buf[2][256 * 3];
    for (int i = blockIdx.x; i < b; i += gridDim.x) {
        float s = 0;
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0[6];
        auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
            memset(kp_r0, 0, sizeof(kp_r0));
            const int end = min(m, k0 + 256) - k0;
            #pragma unroll
            for (int k = threadIdx.x, kp_i = 0; kp_i < 6 && k < end * 3; k += blockDim.x, ++kp_i)
                kp_r0[kp_i] = q[(i * m + k0) * 3 + k];
        };
        auto kp_compute = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &buf = kp_buf[kp_stage];
            const int end = min(m, k0 + 256) - k0;
            for (int j = threadIdx.x; j < n; j += blockDim.x) {
                const float x = p[i * n + j];
                for (int k = 0; k < end; k++)
                    s += (buf[k * 3] - x) * (buf[k * 3 + 1] - x) * (buf[k * 3 + 2] - x);
            }
        };
        auto kp_store = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &buf = kp_buf[kp_stage];
            const int end = min(m, k0 + 256) - k0;
            {
                int k = threadIdx.x;
                #pragma unroll
                for (int kp_i = 0; kp_i < 6 && k < end * 3; k += blockDim.x, ++kp_i)
                    buf[k] = kp_r0[kp_i];
                for (; k < end * 3; k += blockDim.x)
                    buf[k] = q[(i * m + k0) * 3 + k];
            }
        };
        {
            int k0 = 0;
            if (k0 < m) {
                int kp_stage = 0;
                kp_fetch(k0);
                kp_store(k0, kp_stage);
                __syncthreads();
                int kp_k0 = k0;
                for (k0 += 256; k0 < m; k0 += 256) {
                    kp_fetch(k0);
                    kp_compute(kp_k0, kp_stage);
                    kp_store(k0, kp_stage ^ 1);
                    __syncthreads();
                    kp_k0 = k0;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k0, kp_stage);
                __syncthreads();
            }
        }
        out[i * blockDim.x + threadIdx.x] = s;
    }
}
