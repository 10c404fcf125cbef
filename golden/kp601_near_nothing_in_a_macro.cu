// kpipe: --stages 2
// Statements that do nothing share a macro's text with one that moves the load on: the macro is written out.
#define MOVE_ON ; m++;
#define MOVE_ON_IN_SMALL_GRIDS if (gridDim.x > 64) ; else m++;

__global__ void behind_nothing(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float a[64];
    const int t = threadIdx.x;
    float s = 0.0f;
    int m = 0;

    for (int k = 0; k < n; k += 64) {
        a[t] = x[k + t + m];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            s += a[j] * (j + t);
        { MOVE_ON }
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = s;
}

__global__ void instead_of_nothing(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float a[64];
    const int t = threadIdx.x;
    float s = 0.0f;
    int m = 0;

    for (int k = 0; k < n; k += 64) {
        a[t] = x[k + t + m];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            s += a[j] * (j + t);
        MOVE_ON_IN_SMALL_GRIDS
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = s;
}
