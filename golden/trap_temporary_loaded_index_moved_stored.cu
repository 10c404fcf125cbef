// temporary loaded, index moved, stored
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int off = t;
    for (int i = 0; i < n; ++i) {
        float v = A[off];
        off += 64;
        As[t] = v;
        __syncthreads();
        acc += As[63 - t] * i;
        __syncthreads();
    }
    C[t] = acc;
}
