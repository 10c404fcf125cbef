// kpipe: --variant ldg --stages 2
// The rows are cut one too late: of the last but one tile, one more is read.
__global__ void sums(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float s = 0;
    for (int first = 0; first < n; first += 128) {
        int rows = 129;
        if (n - first < rows)
            rows = n - first + 1;
        if (first + t < n)
            tile[t] = x[first + t];
        __syncthreads();
        for (int i = 0; i < rows; i++)
            s += tile[i];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = s;
}
