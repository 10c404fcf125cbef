// kpipe: --variant ldg --stages 2
// The number of tiles is a function of numbers.
__global__ void sums(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float s = 0;
    const int tiles = (int)ceil(n / 128.f);
    for (int p = 0; p < tiles; p++) {
        const int first = p * 128, rows = min(128, n - first);
        if (first + t < n)
            tile[t] = x[first + t];
        __syncthreads();
        for (int i = 0; i < rows; i++)
            s += tile[i];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = s;
}
