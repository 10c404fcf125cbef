// The row number is passed around in the warp: all lanes take part in the load phase.
__global__ void gather(const float *__restrict__ x, const int *__restrict__ list,
                       float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 4) {
        int row = t % 32 < 4 ? list[k + t % 32] : 0;
        row = __shfl_sync(0xffffffff, row, t / 32);
        tile[t] = x[row * 32 + t % 32];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
