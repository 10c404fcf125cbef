// kpipe: --variant ldg --stages 2
// The number is kept from iteration to iteration, and is never more than what is left.
__global__ void sums(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float s = 0;
    int rows = blockDim.x;
    for (int first = 0; first < n; first += 128) {
        if (first + rows > n)
            rows = n - first;
        if (first + t < n)
            tile[t] = x[first + t];
        __syncthreads();
        for (int i = 0; i < rows; i++)
            s += tile[i];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = s;
}
