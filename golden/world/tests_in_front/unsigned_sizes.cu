// Unsigned sizes: what is below the limits does not wrap.
static __global__ void k(const float *__restrict__ x, float *__restrict__ y, unsigned tiles, unsigned rows, unsigned dim)
{
    extern __shared__ float pool[];
    float *keys = pool;
    float *score = &pool[rows * dim];
    const unsigned t = threadIdx.x;
    float sum = 0.0f;

    for (unsigned b = 0; b < tiles; b++) {
        for (unsigned i = 0; i < dim; i++)
            keys[t * dim + i] = x[(b * rows + t) * dim + i];
        __syncthreads();
        for (unsigned r = 0; r < rows; r++)
            score[t * rows + r] = keys[r * dim] * keys[t * dim + dim - 1];
        for (unsigned r = 0; r < rows; r++)
            sum += score[t * rows + r];
        __syncthreads();
    }
    y[t] = sum;
}

void run(const float *x, float *y, unsigned tiles, unsigned rows, unsigned dim)
{
    k<<<1, rows, (rows * dim + rows * rows) * sizeof(float)>>>(x, y, tiles, rows, dim);
}
