// A loop that waits by a function is no block of its own: what it sets in front of the fill, compute reads.
__device__ __forceinline__ void wait()
{
    __syncthreads();
}

__device__ __forceinline__ void wait_again()
{
    wait();
}

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[256];
    int at, i;
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        at = k * 3 + t;
        for (i = 0; i < 2; i++)
            tile[t + i * 128] = x[at + i * 128];
        wait_again();
        for (i = 1; i < 4; i++)
            sum = sum * 0.5f + tile[t ^ i] * (float)at;
        wait_again();
    }
    out[blockIdx.x * 128 + t] = sum;
}
