// The parameter has no name, and the argument an effect: where the function's text stands in its place, the effect
// must not be left out. In `waits` and `loads` it has one, in `waits_plainly` and `loads_plainly` it has none.
#define T 16

__device__ __noinline__ int counted(int *where)
{
    *where += 1;
    return 0;
}

__device__ void wait(int)
{
    __syncthreads();
}

__device__ void load(float (*tile)[T], const float *a, int n, int)
{
    tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + threadIdx.x];
}

__global__ void waits(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                      int *__restrict__ calls, int n)
{
    __shared__ float as[T][T];
    float sum = 0;
    const int t = threadIdx.y * T + threadIdx.x;

    for (int i = 0; i < n; i += T) {
        as[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + threadIdx.x + i];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += as[threadIdx.y][j] * b[i + j];
        wait(counted(&calls[t]));
    }
    c[t] = sum;
}

__global__ void waits_plainly(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                              int *__restrict__ calls, int n)
{
    __shared__ float as[T][T];
    float sum = 0;
    const int t = threadIdx.y * T + threadIdx.x;

    for (int i = 0; i < n; i += T) {
        as[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + threadIdx.x + i];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += as[threadIdx.y][j] * b[i + j];
        wait(t + calls[t]);
    }
    c[t] = sum;
}

__global__ void loads(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                      int *__restrict__ calls, int n)
{
    __shared__ float as[T][T];
    float sum = 0;
    const int t = threadIdx.y * T + threadIdx.x;

    for (int i = 0; i < n; i += T) {
        load(as, a + i, n, counted(&calls[t]));
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += as[threadIdx.y][j] * b[i + j];
        __syncthreads();
    }
    c[t] = sum;
}

__global__ void loads_plainly(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                              int *__restrict__ calls, int n)
{
    __shared__ float as[T][T];
    float sum = 0;
    const int t = threadIdx.y * T + threadIdx.x;

    for (int i = 0; i < n; i += T) {
        load(as, a + i, n, -t);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += as[threadIdx.y][j] * b[i + j];
        __syncthreads();
    }
    c[t] = sum;
}
