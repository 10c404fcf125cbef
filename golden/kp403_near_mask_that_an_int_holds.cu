// kpipe: --variant ldg --stages 2
// The mask leaves what an int holds, so all rows lie behind the one whose number the bound is on.
__global__ void dots(int n, unsigned shift, const float *__restrict__ keys, float *__restrict__ out)
{
    __shared__ float tile[17 * 32];
    const int by = (int)(shift & 0x7ffffffeu);
    float s = 0;

    for (int first = 0; first < n; first += 16) {
        for (int i = threadIdx.x; i < 16 * 32; i += blockDim.x) {
            const int row = i / 32;
            if (row > 0 && first + row < n)
                tile[row * 32 + i % 32 + by] = keys[(first + row) * 32 + i % 32];
        }
        __syncthreads();
        for (int j = 0; j < 15; j++) {
            if (first + j >= n)
                break;
            for (int d = 0; d < 32; d++)
                s += tile[j * 32 + d];
        }
        __syncthreads();
    }
    out[threadIdx.x] = s;
}
