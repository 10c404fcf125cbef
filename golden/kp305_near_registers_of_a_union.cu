// Load phase and compute set the same objects anew before they read them, part by part and as whole vectors.
union words {
    float f[4];
    float2 f2[2];
    float4 v;
    __device__ words() {}
};

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n, int rows)
{
    __shared__ float4 as[32][33];
    __shared__ float4 bs[32][32];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16;
    words regs[4], one, sum[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
        sum[i].v = make_float4(0, 0, 0, 0);
    for (int k = 0; k < n; k += 32) {
        if (ty * 8 < rows) {
            for (int half = 0; half < 2; half++) {
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    regs[i].v = make_float4(0, 0, 0, 0);
                    if (ty * 4 + i < rows)
                        regs[i].f2[0] = *(const float2 *)(A + (ty * 4 + i + half * 64) * n + k + tx * 2);
                }
#pragma unroll
                for (int j = 0; j < 2; j++) {
                    one.f[0] = regs[0].f[j];
                    one.f[1] = regs[1].f[j];
                    one.f[2] = regs[2].f[j];
                    one.f[3] = regs[3].f[j];
                    as[tx * 2 + j][ty + half * 16] = one.v;
                }
            }
        }
        for (int i = threadIdx.x; i < 1024; i += 256)
            bs[i / 32][i % 32] = *(const float4 *)(B + (k + i / 32) * 128 + i % 32 * 4);
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            regs[0].v = as[j][ty * 2];
            regs[1].v = as[j][ty * 2 + 1];
            one.v = bs[j][tx];
            for (int i = 0; i < 4; i++) {
                sum[i].f[0] += regs[0].f[i] * one.f[0];
                sum[i].f[1] += regs[0].f[i] * one.f[1];
                sum[i].f[2] += regs[1].f[i] * one.f[2];
                sum[i].f[3] += regs[1].f[i] * one.f[3];
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        one.f2[0] = sum[i].f2[0];
        one.f2[1] = sum[i].f2[1];
        *(float4 *)(C + (ty * 4 + i) * 64 + tx * 4) = one.v;
    }
}
