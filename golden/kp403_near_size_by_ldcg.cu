// kpipe: --stages 2
// By a load that finds the same for all threads, as nothing stores to what it reads.
__global__ void __launch_bounds__(64) ragged(const float *__restrict__ A, const int *length, float *__restrict__ C, int n, int lists)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < lists; i++) {
        const int size = __ldcg(&length[i]);
        for (int k = 0; k < n; k++) {
            if (t < size)
                tile[t] = A[k * 64 + t];
            __syncthreads();
            for (int j = 0; j < size; j++)
                sum += tile[j];
            __syncthreads();
        }
    }
    C[blockIdx.x * 64 + t] = sum;
}
