// The project file says that the helper copies 16 bytes. Its definition stands here and copies 4: it counts.
__device__ void load16(float *to, const float *from)
{
    *to = *from * 0.5f;
}

__global__ void __launch_bounds__(64) sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float tile[64];
    float sum = 0;

    for (int i0 = 0; i0 < n; i0 += 64) {
        load16(&tile[threadIdx.x], &in[i0 + threadIdx.x]);
        __syncthreads();
        sum += tile[threadIdx.x] + tile[63 - threadIdx.x];
        __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
