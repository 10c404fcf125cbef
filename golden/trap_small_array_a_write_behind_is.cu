// small array: a write behind && is no certain write
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < n; ++i) {
        int o[1] = {0};
        o[0] = i + 1;
        (i & 1) && (o[0] = i);
        As[t] = A[o[0] * 64 + t];
        __syncthreads();
        acc += As[63 - t] * i;
        __syncthreads();
    }
    C[t] = acc;
}
