// compute reads the tile of the iteration before through a closure over a pointer
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    float *p = As;
    auto old = [&](int x) { return p[x]; };
    As[t] = 1.0f;
    __syncthreads();
    for (int i = 0; i < n; ++i) {
        acc += old(63 - t);
        __syncthreads();
        As[t] = A[i * 64 + t];
        __syncthreads();
        acc += As[63 - t] * (i + 1);
    }
    C[t] = acc;
}
