// A block waits for the one before it by __ldcg(), which CUDA makes by volatile assembly.
__global__ void __launch_bounds__(64) in_order(const float *__restrict__ A, int *done, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    if (t == 0 && blockIdx.x)
        while (__ldcg(&done[blockIdx.x - 1]) == 0)
            ;
    __syncthreads();
    for (int k = 0; k < n; k++) {
        tile[t] = A[k * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0)
        done[blockIdx.x] = 1;
}
