// The first warp's threads could fill the tile in vectors, those of a later one not.
__global__ void gather(const float *x, float *y, int n)
{
    __shared__ float tile[64][32];
    const int t = threadIdx.x;
    int off = 0;
    float sum = 0;

    if (t > 100)
        off = 2;
    for (int k = 0; k < n; k += 32) {
        for (int i = t; i < 64 * 32; i += 256)
            tile[i / 32][i % 32] = x[i / 32 * n + k + i % 32 + off];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j][t % 32];
        __syncthreads();
    }
    y[t] = sum;
}

void run(const float *x, float *y, int n)
{
    gather<<<1, 256>>>(x, y, n);
}
