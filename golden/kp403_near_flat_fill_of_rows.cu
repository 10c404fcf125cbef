// kpipe: --variant ldg --stages 2
// A flat number is divided into rows that are longer than what is filled.
__global__ void dots(int n, const float *__restrict__ keys, float *__restrict__ out)
{
    __shared__ float tile[16][33];
    float s = 0;

    for (int first = 0; first < n; first += 16) {
        const int rows = min(16, n - first);
        for (int i = threadIdx.x; i < rows * 32; i += blockDim.x)
            tile[i / 32][i % 32] = keys[first * 32 + i];
        __syncthreads();
        for (int j = 0; j < rows; j++)
            for (int d = 0; d < 32; d++)
                s += tile[j][d];
        __syncthreads();
    }
    out[threadIdx.x] = s;
}
