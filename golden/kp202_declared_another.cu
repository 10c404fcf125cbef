// The project file knows a function of another name.
__device__ int offset(int i0);

__global__ void __launch_bounds__(64) sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float tile[256];
    float sum = 0;

    for (int i0 = 0; i0 < n; i0 += 256) {
        tile[threadIdx.x * 4] = in[offset(i0) + threadIdx.x * 4];
        __syncthreads();
        sum += tile[threadIdx.x] + tile[255 - threadIdx.x];
        __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
