// The loop stands in a macro that joins words: it cannot stand a second time in the other branch of a test.
#define FOR_TILES(b, til) for (int b = 0; b < til##es; b++)
__global__ void scores(const float *__restrict__ K, float *__restrict__ out, int tiles, int rows, int dim)
{
    extern __shared__ float pool[];
    float *keys = pool;
    float *score = pool + rows * dim;
    const int t = threadIdx.x;
    float sum = 0.0f;

    FOR_TILES(b, til)
    {
        for (int x = 0; x < dim; x++)
            keys[t * dim + x] = K[(b * rows + t) * dim + x];
        __syncthreads();
        for (int r = 0; r < rows; r++)
            score[t * rows + r] = keys[r * dim] * keys[t * dim + dim - 1];
        for (int r = 0; r < rows; r++)
            sum += score[t * rows + r];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

void run(const float *K, float *out, int tiles, int rows, int dim)
{
    scores<<<8, rows, (rows * dim + rows * rows) * sizeof(float)>>>(K, out, tiles, rows, dim);
}
