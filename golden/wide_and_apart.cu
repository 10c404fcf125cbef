// The stores to `out` may change what is loaded: vectors where a test says that they do not.
__global__ void __launch_bounds__(128) attend(const float *q, const float *k, const float *v, float *out, int n)
{
    __shared__ float ks[32 * 32];
    __shared__ float vs[32 * 32];
    float sum = 0.f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = threadIdx.x; i < 32 * 32; i += 128) {
            ks[i] = k[k0 * 32 + i];
            vs[i] = v[k0 * 32 + i];
        }
        __syncthreads();
        for (int j = 0; j < 32; j++)
            for (int d = 0; d < 32; d++)
                sum += q[d] * ks[j * 32 + d] * vs[j * 32 + threadIdx.x % 32];
        out[blockIdx.x * 128 + threadIdx.x] = sum;
        __syncthreads();
    }
}
