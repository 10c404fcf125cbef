// What the parser skips ends in front of the condition of the branch that it takes.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#if __CUDA_ARCH__ >= 890
            sum = __fmaf_rn(tile[j], tile[127 - j], sum);
#elif __CUDA_ARCH__ >= 750
            sum += tile[j] * tile[127 - j];
#endif
        }
        __syncthreads();
    }
    y[t] = sum;
}
