// The members of an anonymous union have no object's name in front of them, in a macro either.
#define SUM_UP                                                                                     \
    for (int j = 0; j < 64; ++j) {                                                                 \
        as_float = tile[j];                                                                        \
        sum += as_int;                                                                             \
    }

__global__ void sums(const float *__restrict__ from, int *__restrict__ to, int n)
{
    __shared__ float tile[64];
    union {
        int as_int;
        float as_float;
    };
    int sum = 0;

    for (int k = 0; k < n; k += 64) {
        tile[threadIdx.x] = from[k + threadIdx.x];
        __syncthreads();
        SUM_UP
        __syncthreads();
    }
    to[threadIdx.x] = sum;
}

void run(const float *from, int *to, int n)
{
    sums<<<1, 64>>>(from, to, n);
}
