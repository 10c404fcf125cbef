// The start wraps around at 2^32, for some of the threads, before it has 64 bits.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, unsigned a, long n)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float acc = 0;
    for (long i = threadIdx.x + a; i < threadIdx.x + n; i += 128) {
        s[t] = x[i];
        __syncthreads();
        acc += s[127 - t];
        __syncthreads();
    }
    out[t] = acc;
}
