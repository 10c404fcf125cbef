// Many arrays of one count: it stands once in the bytes of a launch, a line that the case's reader takes.
__global__ void multiply(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, float *__restrict__ D,
                         float *__restrict__ E, float *__restrict__ F, float *__restrict__ G, int dimension_of_all)
{
    __shared__ float As[16][16];
    __shared__ float Bs[16][16];
    const int n = dimension_of_all;
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
    C[row * n + col] += sum;
    D[row * n + col] += sum;
    E[row * n + col] += sum;
    F[row * n + col] += sum;
    G[row * n + col] += sum;
}

void run(int dimension_of_all)
{
    const int n = dimension_of_all;
    float *a, *b, *c, *d, *e, *f, *g;

    cudaMalloc(&a, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&b, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&c, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&d, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&e, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&f, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&g, dimension_of_all * dimension_of_all * sizeof(float));
    multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, d, e, f, g, dimension_of_all);
}
