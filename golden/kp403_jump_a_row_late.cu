// kpipe: --variant ldg --stages 2
// The jump comes a row late.
__global__ void dots(int n, const float *__restrict__ keys, float *__restrict__ out)
{
    __shared__ float tile[16][32];
    float s = 0;

    for (int first = 0; first < n; first += 16) {
        for (int i = threadIdx.x; i < 16 * 32; i += blockDim.x) {
            const int row = i / 32, column = i % 32;
            if (first + row < n)
                tile[row][column] = keys[(first + row) * 32 + column];
        }
        __syncthreads();
        for (int j = 0; j < 16; j++) {
            if (first + j > n)
                break;
            for (int d = 0; d < 32; d++)
                s += tile[j][d];
        }
        __syncthreads();
    }
    out[threadIdx.x] = s;
}
