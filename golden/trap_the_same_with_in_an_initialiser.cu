// the same with = in an initialiser
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < n; ++i) {
        As[t] = A[i * 128 + t];
        for (int j = t + 64; j < 128; As[j] = A[i * 128 + j], j += 64)
            ;
        __syncthreads();
        acc += As[127 - t] * i - As[63 - t];
        __syncthreads();
    }
    C[t] = acc;
}
