// A persistent outer loop: the next round's prologue refills the stage that slow warps still read,
// unless the barrier between the rounds stays.
__global__ void persistent(const float *__restrict__ A, const float *__restrict__ x,
                           float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int tile = blockIdx.x; tile < n / 128; tile += gridDim.x) {
        const int row = tile * 128 + t;
        float sum = 0.0f;
        for (int k = 0; k < n; k += 128) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += A[(k + j) * n + row] * xs[j];
            __syncthreads();
        }
        y[row] = sum;
    }
}
