// kpipe: --variant ldg --stages 2
// Where the copy loop stops depends on the data: behind it the old elements stay.
__global__ void strings(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int tile[512];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 512) {
        for (int i = t; i < 512; i += 128) {
            if (x[k + i] < 0)
                break;
            tile[i] = x[k + i];
        }
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
