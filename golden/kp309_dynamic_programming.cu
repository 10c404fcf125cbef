// Each row of the table comes from the row before it.
__global__ void shortest_path(const int *__restrict__ wall, int *__restrict__ out, int rows, int n)
{
    __shared__ int prev[128];
    const int t = threadIdx.x;
    const int col = blockIdx.x * 128 + t;

    prev[t] = wall[col];
    __syncthreads();
    for (int r = 1; r < rows; ++r) {
        const int best = min(prev[t], min(prev[max(t - 1, 0)], prev[min(t + 1, 127)]));
        __syncthreads();
        prev[t] = best + wall[r * n + col];
        __syncthreads();
    }
    out[col] = prev[t];
}
