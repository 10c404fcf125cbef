// -DTILE=64 makes another length of the tile: what the loop was made for is asserted.
#ifndef TILE
#define TILE 128
#endif
constexpr int LENGTH = TILE;

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[LENGTH];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += LENGTH) {
        for (int i = t; i < 128; i += 128)
            xs[i % LENGTH] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
