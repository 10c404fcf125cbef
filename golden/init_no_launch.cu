// No launch in sight: grid and block are the user's to fill in.
__global__ void __launch_bounds__(128) sums(const int *__restrict__ in, int *__restrict__ out, int n)
{
    __shared__ int tile[128];
    int sum = 0;

    for (int i0 = 0; i0 < n; i0 += 128) {
        tile[threadIdx.x] = in[i0 + threadIdx.x];
        __syncthreads();
        sum += tile[127 - threadIdx.x];
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
