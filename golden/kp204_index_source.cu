// The data do not overlap with the histogram, but the row list may.
__global__ void histogram(const float *__restrict__ x, const int *row, int *bins, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[row[i / 128] * 128 + t];
        __syncthreads();
        int rank = 0;
        for (int j = 0; j < 128; ++j)
            rank += tile[j] < tile[t];
        atomicAdd(&bins[rank], 1);
        __syncthreads();
    }
}
