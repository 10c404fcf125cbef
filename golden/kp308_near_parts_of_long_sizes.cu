// A size without a sign beside a number that may be negative: the test computes with signs.
__global__ void scores(const float *__restrict__ K, float *__restrict__ out, int tiles, size_t rows, int dim, int shift)
{
    extern __shared__ float pool[];
    float *keys = pool;
    float *score = pool + shift + rows * dim;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int b = 0; b < tiles; b++) {
        for (int x = 0; x < dim; x++)
            keys[t * dim + x] = K[(b * rows + t) * dim + x];
        __syncthreads();
        for (size_t r = 0; r < rows; r++)
            score[t * rows + r] = keys[r * dim] * keys[t * dim + dim - 1];
        for (size_t r = 0; r < rows; r++)
            sum += score[t * rows + r];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

void run(const float *K, float *out, int tiles, size_t rows, int dim, int shift)
{
    scores<<<8, rows, (shift + rows * dim + rows * rows) * sizeof(float)>>>(K, out, tiles, rows, dim, shift);
}
