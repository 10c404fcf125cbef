// One of the tiles is filled in every iteration, though the other one only by the first.
__global__ void __launch_bounds__(128) f(const float4 *__restrict__ pos, const float *__restrict__ by, float *__restrict__ out, int n)
{
    __shared__ float4 tile[128];
    __shared__ float scale[128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float4 kp_r0;
    float kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = pos[k * 128 + t];
        if (k == 0)
            kp_r1 = by[t];
    };
    auto kp_compute = [&](int k) __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += tile[j].x * scale[(j + k) % 64];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        tile[t] = kp_r0;
        if (k == 0)
            scale[t] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            int kp_k = k;
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute(kp_k);
                __syncthreads();
                kp_store(k);
                __syncthreads();
                kp_k = k;
            }
            kp_compute(kp_k);
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
void g(const float4 *pos, const float *by, float *out, int n)
{
    f<<<8, 128>>>(pos, by, out, n);
}
