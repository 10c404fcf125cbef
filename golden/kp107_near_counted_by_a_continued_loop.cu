// Threads that `continue` run the same iterations as the others: `i` ends as the same in all.
__global__ void nearest(const float *__restrict__ boxes, float *__restrict__ y, int n, int width)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    const int x = blockIdx.x * 128 + t;
    float best = 0.0f;
    int i = 0;

    for (; i * i < n; ++i) {
        if (x >= width)
            continue;
        best += 1.0f;
    }
    for (int k = 0; k < i * 128; k += 128) {
        tile[t] = boxes[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            best = fmaxf(best, tile[j] * (float)x);
        __syncthreads();
    }
    y[x] = best;
}
