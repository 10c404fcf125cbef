// A launch's block that is made by its type's name, of two numbers: 1024 threads.
enum { T = 32 };

__global__ void product(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    __shared__ float as[T][T], bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        as[ty][tx] = a[(blockIdx.y * T + ty) * n + k + tx];
        bs[ty][tx] = b[(k + ty) * n + blockIdx.x * T + tx];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            sum += as[ty][j] * bs[j][tx];
        __syncthreads();
    }
    c[(blockIdx.y * T + ty) * n + blockIdx.x * T + tx] = sum;
}

void run(const float *a, const float *b, float *c, int n)
{
    dim3 grid = dim3(n / T, n / T);
    dim3 block = dim3(T, T);

    product<<<grid, block>>>(a, b, c, n);
}
