// do { } while (0) with break does not kill
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < n; ++i) {
        int off = 0;
        off = i + 1;
        do {
            if (i & 1) break;
            off = i;
        } while (0);
        As[t] = A[off * 64 + t];
        __syncthreads();
        acc += As[63 - t] * i;
        __syncthreads();
    }
    C[t] = acc;
}
