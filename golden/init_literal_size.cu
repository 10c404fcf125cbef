// Counts from allocations whose element sizes are numbers: a factor 4 is a float's size, a factor 2 is none.
__global__ void multiply(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[16][16];
    __shared__ float Bs[16][16];
    const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0.0f;

    for (int t = 0; t < n / 16; ++t) {
        As[threadIdx.y][threadIdx.x] = A[row * n + t * 16 + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(t * 16 + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

void run(int n)
{
    float *a, *b, *c;

    cudaMalloc(&a, n * n * 4);
    cudaMalloc(&b, 4 * n * n);
    cudaMalloc(&c, n * n * 2 * 2);
    multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
}
