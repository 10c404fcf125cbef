// kpipe: --variant ldg --stages 2
// An index of the first row that is meant to go through all of them.
__global__ void dots(int n, const float *__restrict__ keys, float *__restrict__ out)
{
    __shared__ float tile[16][32];
    const int column = threadIdx.x, row = threadIdx.y;
    float s = 0;

    for (int first = 0; first < n; first += 16) {
        if (first + row < n)
            tile[row][column] = keys[(first + row) * 32 + column];
        __syncthreads();
        for (int i = 0; i < 16 * 32; i++)
            s += tile[0][i];
        __syncthreads();
    }
    out[row * 32 + column] = s;
}
