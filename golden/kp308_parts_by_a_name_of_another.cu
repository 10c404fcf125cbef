// In front of the loop, rows is another variable: the test cannot say what it needs.
__global__ void scores(const float *__restrict__ K, float *__restrict__ out, int tiles, int rows, int dim)
{
    extern __shared__ float pool[];
    float *keys = pool;
    float *score = pool + rows * dim;
    const int t = threadIdx.x, all = rows;
    float sum = 0.0f;

    for (int half = 0; half < 2; half++) {
        const int rows = half * 4;

        for (int b = 0; b < tiles; b++) {
            for (int x = 0; x < dim; x++)
                keys[t * dim + x] = K[(b * all + t) * dim + x];
            __syncthreads();
            for (int r = 0; r < all; r++)
                score[t * all + r] = keys[r * dim] * keys[t * dim + dim - 1];
            for (int r = 0; r < all; r++)
                sum += score[t * all + r] + rows;
            __syncthreads();
        }
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

void run(const float *K, float *out, int tiles, int rows, int dim)
{
    scores<<<8, rows, (rows * dim + rows * rows) * sizeof(float)>>>(K, out, tiles, rows, dim);
}
