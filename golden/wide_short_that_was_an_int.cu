// kpipe: --copies-only
// The condition is an int, which has all values of a short.
__global__ void f(const short *__restrict__ x, short *__restrict__ out, int n)
{
    __shared__ short tile[512];
    const int t = threadIdx.x;
    short sum = 0;

    for (int i = 0; i < n; i += 512) {
        for (int j = t; j < 512; j += 128)
            tile[j] = j < 384 ? x[i + j] : 0;
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
