// kpipe: --stages 2
// A value that no choice gives, as its conditions contradict each other: nothing is read for it.
__global__ void __launch_bounds__(256) twice(const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ D,
                                             float *__restrict__ C, int n, int a, int b)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = t < a ? A[k + t] : t < a ? B[k + t] : D[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) in_part(const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ D,
                                             float *__restrict__ C, int n, int a, int b)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = t < a ? A[k + t] : t < b && t < a ? B[k + t] : D[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
