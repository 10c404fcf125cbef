// kpipe: --variant ldg --stages 2
// Threads end an iteration early, in front of a fill.
__global__ void sums(int n, int every, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;

    for (int first = 0; first < n; first += 64) {
        const int count = min(64, n - first);
        if (first % every == 0)
            continue;
        __syncthreads();
        if (threadIdx.x < count)
            tile[threadIdx.x] = x[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < count; j++)
            s += tile[j];
    }
    if (i < n)
        out[i] = s;
}
