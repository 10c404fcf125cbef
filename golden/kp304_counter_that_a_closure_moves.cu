// kpipe: --variant ldg
// A loop calls a closure that moves its counter: the copies may not be given one of their own, as
// other loops share theirs with code that stands elsewhere.
__global__ void f(const signed char *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[300];
    int i, k, j;
    float sum = 0.0f;
    auto skip = [&]() {
        for (i = 0; i < 2; i++)
            sum += i;
    };

    for (k = 0; k < n; k += 300) {
        for (i = threadIdx.x; i < 300; i += 128)
            tile[i] = x[k + i] * 0.5f;
        __syncthreads();
        for (j = 0; j < 300; j++)
            sum += tile[j] * (threadIdx.x ^ j);
        for (i = 0; i < 4; i++)
            skip();
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
