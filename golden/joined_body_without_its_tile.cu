// In builds that leave the body empty the tile's declaration is left, and the output has it twice as
// large: more than the #include differs.
__global__ void row_sums(const float *__restrict__ A, float *__restrict__ C, int N)
{
    __shared__ float As[128];
#ifndef NOTHING
    const int t = threadIdx.x;
    float sum = 0;

    for (int k0 = 0; k0 < N; k0 += 128) {
        As[t] = A[blockIdx.x * N + k0 + t];
        __syncthreads();
        for (int k = 0; k < 128; ++k)
            sum += As[k] * (t ^ k);
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
#endif
}
