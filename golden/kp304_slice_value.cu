// Compute uses the very indices that the load phase has overwritten by then.
__global__ void scatter_back(const float *__restrict__ x, const int *__restrict__ list,
                             float *__restrict__ out, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    int at[2] = {0, 0};

    for (int i = 0; i < n; i += 256) {
        for (int j = 0; j < 2; ++j) {
            at[j] = list[i + j * 128 + t] + at[j] % 2;
            tile[j * 128 + t] = x[at[j]];
        }
        __syncthreads();
        for (int j = 0; j < 2; ++j)
            out[at[j]] = tile[255 - j * 128 - t];
        __syncthreads();
    }
}
