// Both tiles are filled by the first iteration alone: no other's math would hide their loads.
__global__ void __launch_bounds__(128) f(const float4 *__restrict__ pos, const float *__restrict__ by, float *__restrict__ out, int n)
{
    __shared__ float4 tile[128];
    __shared__ float scale[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k++) {
        if (k == 0) {
            tile[t] = pos[blockIdx.x * 128 + t];
            if (t < 64)
                scale[t] = by[t];
        }
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j].x * scale[(j + k) % 64];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
void g(const float4 *pos, const float *by, float *out, int n)
{
    f<<<8, 128>>>(pos, by, out, n);
}
