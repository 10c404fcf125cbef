// All iterations but one fill the tile.
__global__ void __launch_bounds__(128) f(const float4 *__restrict__ pos, const float *__restrict__ by, float *__restrict__ out, int n)
{
    __shared__ float4 tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k++) {
        if (k != 0)
            tile[t] = pos[k * 128 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j].x * by[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
void g(const float4 *pos, const float *by, float *out, int n)
{
    f<<<8, 128>>>(pos, by, out, n);
}
