// Compute writes `v` last, but not for threads that `continue`: these leave what the load phase set.
__global__ void nearest(const float *__restrict__ boxes, float *__restrict__ y, int n, int width)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    const int x = blockIdx.x * 128 + t;
    float best = 0.0f, v = 0.0f;

    for (int k = 0; k < n; k += 128) {
        __syncthreads();
        v = boxes[k + t];
        tile[t] = v;
        __syncthreads();
        if (x % 3 == k / 128 % 3)
            continue;
        for (int j = 0; j < 128; ++j)
            best = fmaxf(best, tile[j] * (float)x);
        v = 5.0f;
    }
    y[x] = best + v;
}
