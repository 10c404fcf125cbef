// The vectors of the body have the name that staging registers would need.
#define WIDTH (sizeof(int4) / sizeof(int))
#define ROUNDS (128 / (8 * WIDTH))

__global__ void sums(const int4 *__restrict__ x, int *y, int n)
{
    __shared__ int4 tile[129];
    const int t = threadIdx.x;
    int sum = 0;

    {
        typedef float4 int4;
        *(int4 *)&tile[t + 1] = *(const int4 *)&x[t];
    }
    for (int k = 0; k < n; k += 128) {
        for (int i = 0; i < ROUNDS * 2; i++)
            tile[t * 8 + i] = x[k + t * 8 + i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j].x;
        __syncthreads();
    }
    y[t] = sum;
}
