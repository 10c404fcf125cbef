// kpipe: --stages 2
// The macro launches twice: one text, two launches, and the address is a third.
#define CHECK(what)                                                                                \
    do {                                                                                           \
        what;                                                                                      \
        what;                                                                                      \
        cudaError_t error = cudaGetLastError();                                                    \
        if (error != cudaSuccess)                                                                  \
            report(#what, error);                                                                  \
    } while (0)

void report(const char *what, cudaError_t error);

static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void other(void **all)
{
    cudaLaunchKernel((const void *)sums, 8, 128, all, 512, 0);
}

void run(const float *x, float *y, int n)
{
    CHECK((sums<<<8, 128, 512>>>(x, y, n)));
}
