// kpipe: --no-widen
// Columns up to another number than the rows' length, products that may come around to the first
// row, and columns from before the row.
__global__ void longer(const float *__restrict__ A, float *__restrict__ out, int n, int d, int width,
                       int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += height) {
        for (int r = threadIdx.y; r < height; r += blockDim.y)
            for (int c = threadIdx.x; c < width; c += blockDim.x)
                tile[r * d + c] = A[(k0 + r) * width + c];
        __syncthreads();
        for (int c = 0; c < height * d; c++)
            sum += tile[c] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

__global__ void around(const float *__restrict__ A, float *__restrict__ out, int n, unsigned int d,
                       unsigned int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += height) {
        for (unsigned int r = threadIdx.y; r < height; r += blockDim.y)
            for (unsigned int c = threadIdx.x; c < d; c += blockDim.x)
                tile[r * d + c] = A[(k0 + r) * d + c];
        __syncthreads();
        for (unsigned int c = 0; c < d; c++)
            sum += tile[c] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

__global__ void before(const float *__restrict__ A, float *__restrict__ out, int n, int d, int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += height) {
        for (int r = threadIdx.y; r < height; r += blockDim.y)
            for (int c = (int)threadIdx.x - 8; c < d; c += blockDim.x)
                tile[r * d + c + 8] = A[(k0 + r) * d + c + 8];
        __syncthreads();
        for (int c = 0; c < height * d; c++)
            sum += tile[c] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

void run(const float *A, float *out, int n, int d, int width, int height)
{
    longer<<<1, dim3(32, 4), height * d * sizeof(float)>>>(A, out, n, d, width, height);
    around<<<1, dim3(32, 4), height * d * sizeof(float)>>>(A, out, n, d, height);
    before<<<1, dim3(32, 4), (height * d + 8) * sizeof(float)>>>(A, out, n, d, height);
}
