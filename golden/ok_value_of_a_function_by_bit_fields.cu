// kpipe: --stages 3
// A bit-field that is an operand is promoted to int: the parameter in its place is unsigned.
struct place {
    unsigned row : 7;
    unsigned column : 9;
};

static __device__ float at(const float *p, unsigned r, int i)
{
    if (r - 5 > 0)
        return p[r + i];
    return 0;
}

static __device__ float between(const float *p, unsigned r, int i)
{
    return p[(r - 40) / 2 % 16u + i];
}

__global__ void __launch_bounds__(64) chosen(const float *__restrict__ A, float *__restrict__ C,
                                             int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;
    place at_row;
    at_row.row = t;
    for (int k = 0; k < n; k += 64) {
        As[t] = at(A, at_row.row, k);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += As[j] * j;
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(64) either(const float *__restrict__ A, float *__restrict__ C,
                                             int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;
    place p;
    p.row = t;
    p.column = n;
    for (int k = 0; k < n; k += 64) {
        As[t] = between(A, n < 9 ? p.column : p.row, k);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += As[j] * j;
        __syncthreads();
    }
    C[t] = sum;
}
