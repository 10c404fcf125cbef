// kpipe: --no-widen
// Rows of a length that only the launch knows: a column is less than that, so no two trips of a
// thread make one element.
__global__ void rows(const float *__restrict__ A, float *__restrict__ out, int n, int d, int height)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += height) {
        for (int r = threadIdx.y; r < height; r += blockDim.y)
            for (int c = threadIdx.x; c < d; c += blockDim.x)
                tile[r * d + c] = A[(k0 + r) * d + c];
        __syncthreads();
        for (int r = 0; r < height; r++)
            for (int c = 0; c < d; c++)
                sum += tile[r * d + c] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

void run(const float *A, float *out, int n, int d, int height)
{
    rows<<<1, dim3(32, 4), height * d * sizeof(float)>>>(A, out, n, d, height);
}
