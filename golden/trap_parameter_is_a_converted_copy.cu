// The parameter is a long made of the int, which the function does not set: the store meets the tile.
__device__ int where(const long &was, int &is)
{
    is = 1;
    return was == 0 ? 128 : 0;
}

__global__ void __launch_bounds__(64) scan(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float raw[256];
    float *scratch = raw, *tile = raw + 128;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        tile[t] = x[k + t];
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
        int set = 0;
        int first = where(set, set);
        scratch[first + t] = sum;
        __syncthreads();
        sum += tile[t];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
