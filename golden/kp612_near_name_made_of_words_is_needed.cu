// What a macro makes of two words is the body's m1, which stays: there is another one outside.
#define CAT(a, b) a##b

__global__ void sums(const int *__restrict__ mask, const float *__restrict__ A,
                     float *__restrict__ C, int K)
{
    __shared__ float tile[32];
    float sum = 0.0f;
    int m1 = 7;

    for (int k = 0; k < K; ++k) {
        const int m1 = mask[k];
        if (!m1)
            continue;
        tile[threadIdx.x] = A[k * 32 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += tile[j] * CAT(m, 1);
        __syncthreads();
    }
    C[threadIdx.x] = sum + m1;
}

void launch(const int *mask, const float *A, float *C, int K)
{
    sums<<<1, 32>>>(mask, A, C, K);
}
