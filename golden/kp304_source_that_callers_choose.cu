// A caller that the file does not show may pass the tile's own memory as w.
__device__ float part(const float *x, const int *w)
{
    __shared__ float tile[256];
    int at[4];
    float sum = 0;

    for (int k = 0; k < 1024; k += 256) {
        __syncthreads();
        for (int j = 0; j < 4; ++j) {
            tile[j * 64 + threadIdx.x] = x[k + j * 64 + threadIdx.x];
            at[j] = w[(k + j) & 255] & 3;
        }
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += tile[at[j & 3] * 64 + j];
    }
    return sum;
}
