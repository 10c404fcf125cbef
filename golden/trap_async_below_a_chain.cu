// kpipe: --variant cp-async
// Y[t] is stored twice, the second time within another assignment: an asynchronous copy would land
// behind it, and win.
__global__ void fixed(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int n)
{
    __shared__ float X[128], Y[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k0 = 0; k0 < n; k0 += 128) {
        X[t] = B[k0 + t];
        Y[t] = A[k0 + t];
        if (k0 == t)
            X[t] = Y[t] = 0.0f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += X[j] * Y[j ^ t];
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}
