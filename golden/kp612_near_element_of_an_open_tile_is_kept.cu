// What the tile's element is assigned to has no address of the tile, as the element is no array.
template <typename T>
__global__ void nearest(const T *__restrict__ points, int n, const T *__restrict__ queries, int m,
                        T *__restrict__ distance)
{
    __shared__ T tile[512];

    for (int k = 0; k < n; k += 512) {
        const int end = min(n, k + 512) - k;

        for (int j = threadIdx.x; j < end; j += blockDim.x)
            tile[j] = points[k + j];
        __syncthreads();
        for (int q = threadIdx.x + blockIdx.x * blockDim.x; q < m; q += blockDim.x * gridDim.x) {
            T best = 0;

            for (int j = 0; j < end; j++) {
                T d = tile[j] - queries[q];

                best += d;
            }
            if (k == 0 || distance[q] > best)
                distance[q] = best;
        }
        __syncthreads();
    }
}

void run(const float *points, int n, const float *queries, int m, float *distance)
{
    nearest<<<4, 512>>>(points, n, queries, m, distance);
}
