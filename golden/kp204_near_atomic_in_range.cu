// An atomic operation is at one element, so a test of the ranges shows that the source stays.
__global__ void count(const float *points, int n, const float *queries, int m, int *hits, int *last)
{
    __shared__ float tile[256];

    for (int k = 0; k < n; k += 256) {
        const int end = min(n, k + 256) - k;

        for (int j = threadIdx.x; j < end; j += blockDim.x)
            tile[j] = points[k + j];
        __syncthreads();
        for (int q = threadIdx.x + blockIdx.x * blockDim.x; q < m; q += blockDim.x * gridDim.x)
            for (int j = 0; j < end; j++)
                if (tile[j] < queries[q])
                    atomicMax(last + q, atomicAdd(&hits[q], 1));
        __syncthreads();
    }
}

void run(const float *points, int n, const float *queries, int m, int *hits, int *last)
{
    count<<<8, 256>>>(points, n, queries, m, hits, last);
}
