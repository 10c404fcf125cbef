// One invocation, two statements: none of them has a text of its own. It joins words, and so cannot stand for itself.
#define LOAD2(a, b, p, q)                                                                          \
    a = *(p);                                                                                      \
    b = *(q) + 0##0;

__global__ __launch_bounds__(128) void sums(const int *__restrict__ x, const int *__restrict__ w,
                                            int *__restrict__ y, int n)
{
    __shared__ int tile[256];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 2; ++i) {
            int a, b;
            LOAD2(a, b, x + k + i * 128 + t, w + k + i * 128 + t)
            tile[i * 128 + t] = a * b;
        }
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += tile[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
