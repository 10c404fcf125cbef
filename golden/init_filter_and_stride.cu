// What another size is made less by is small, and so is what divides the difference.
#define TILE 16

__global__ void convolve(const float *x, const float *w, float *y, int channels, int H, int K, int S)
{
    __shared__ float row[TILE];
    const int out = (H - K) / S + 1, at = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    for (int c = 0; c < channels; c += TILE) {
        row[threadIdx.x] = c + threadIdx.x < channels ? w[c + threadIdx.x] : 0;
        __syncthreads();
        for (int i = 0; i < TILE && c + i < channels; i++)
            for (int k = 0; k < K && at < out; k++)
                sum += row[i] * x[(c + i) * H + at * S + k];
        __syncthreads();
    }
    if (at < out)
        y[at] = sum;
}

void run(const float *x, const float *w, float *y, int channels, int H, int K, int S)
{
    const int out = (H - K) / S + 1;

    convolve<<<(out + TILE - 1) / TILE, TILE>>>(x, w, y, channels, H, K, S);
}
