// members of a nameless union cannot be captured
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    union { int ci; unsigned cu; }; ci = 0;
    for (int i = 0; i < n; ++i) {
        As[t] = A[i * 128 + ci + t];
        __syncthreads();
        acc += As[127 - t] * (i + 1); cu = i & 3;
        __syncthreads();
    }
    C[t] = acc;
}
