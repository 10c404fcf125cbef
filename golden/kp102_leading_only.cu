// The barrier stands on the wrong side: nothing separates the fill from the use.
__global__ void window_max(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float best = -1e30f;

    for (int i = 0; i < n; i += 256) {
        __syncthreads();
        tile[t] = x[i + t];
        for (int j = 0; j < 256; ++j)
            best = fmaxf(best, tile[j] * (j ^ t));
    }
    out[blockIdx.x * 256 + t] = best;
}
