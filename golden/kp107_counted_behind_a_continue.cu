// `rows` differs between threads, as some of them jump over its last increment.
__global__ void nearest(const float *__restrict__ boxes, float *__restrict__ y, int n, int width)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    const int x = blockIdx.x * 128 + t;
    float best = 0.0f;
    int rows = 1;

    for (int i = 0; i < n; ++i) {
        if (x >= width)
            continue;
        rows += 1;
    }
    for (int k = 0; k < rows * 128; k += 128) {
        tile[t] = boxes[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            best = fmaxf(best, tile[j] * (float)x);
        __syncthreads();
    }
    y[x] = best;
}
