// What callers out of sight pass may be memory of any space: it goes through registers.
struct pair {
    float re, im;
};

__device__ float product(const float *a, const pair *b, int ld, int n)
{
    __shared__ float as[128];
    __shared__ pair bs[128];
    const int t = threadIdx.x;
    const pair *q = b + t * ld;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        as[t] = a[k + t];
        bs[t] = q[k * ld];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += as[j] * bs[j].re - bs[j].im;
        __syncthreads();
    }
    return sum;
}

__global__ void from_global(const float *a, const pair *b, float *out, int ld, int n)
{
    out[blockIdx.x * 128 + threadIdx.x] = product(a, b, ld, n);
}

void run(const float *a, const pair *b, float *out, int ld, int n)
{
    from_global<<<16, 128>>>(a, b, out, ld, n);
}
