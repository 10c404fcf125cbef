// kpipe: --stages 2
// The same array without an alignment: where the parts lie is tested in front of the loop.
__global__ void __launch_bounds__(128) attend(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v,
                                              float *out, int n)
{
    extern __shared__ unsigned char smem[];
    float *ks = reinterpret_cast<float *>(smem);
    float *vs = ks + 32 * 32;
    float sum = 0.f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = threadIdx.x; i < 32 * 32; i += 128) {
            if (k0 + i / 32 < n)
                ks[i] = k[k0 * 32 + i];
            else
                ks[i] = 0.f;
        }
        for (int i = threadIdx.x; i < 32 * 32; i += 128) {
            if (k0 + i / 32 < n)
                vs[i] = v[k0 * 32 + i];
            else
                vs[i] = 0.f;
        }
        __syncthreads();
        for (int j = 0; j < 32; j++)
            for (int d = 0; d < 32; d++)
                sum += q[d] * ks[j * 32 + d] * vs[j * 32 + threadIdx.x % 32];
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *q, const float *k, const float *v, float *out, int n)
{
    attend<<<64, 128, 2 * 32 * 32 * sizeof(float)>>>(q, k, v, out, n);
}
