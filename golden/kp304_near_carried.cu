// Scalars of the load phase that compute needs are carried along.
__global__ void scatter_back(const float *__restrict__ x, const int *__restrict__ list,
                             float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    int at = 0;

    for (int i = 0; i < n; i += 128) {
        at = list[i + t];
        tile[t] = x[at];
        __syncthreads();
        out[at] = tile[127 - t];
        __syncthreads();
    }
}
