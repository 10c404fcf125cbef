// kpipe: --variant ldg --stages 2
// The flat index runs into further rows, of which the last ones keep what they were, though each index that is read is below the bound.
__global__ void sums(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[16][32];
    float s = 0;

    for (int first = 0; first < n; first += 16) {
        const int rows = min(16, n - first);
        for (int i = threadIdx.x; i < rows * 32; i += blockDim.x)
            tile[threadIdx.y][i] = x[first * 32 + i];
        __syncthreads();
        if (rows > 0)
            for (int j = 0; j < 16; j++)
                for (int d = 0; d < 32; d++)
                    s += tile[j][d];
        __syncthreads();
    }
    out[threadIdx.x] = s;
}
