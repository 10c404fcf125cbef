// do-while on a pointer: at least one tile.
__global__ void chunks(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const float *end = x + n;
    float sum = 0.0f;

    do {
        xs[t] = x[t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t);
        __syncthreads();
        x += 128;
    } while (x < end);
    y[blockIdx.x * 128 + t] = sum;
}
