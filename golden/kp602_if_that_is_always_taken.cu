// The #if names nothing and is always taken, but it stands between statements that go to different places.
__global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ float As[256], Bs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
#if 1
        Bs[t] = B[k + t];
        __syncthreads();
#endif
        for (int j = 0; j < 256; ++j)
            sum += As[j] * Bs[(j + t) % 256];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
