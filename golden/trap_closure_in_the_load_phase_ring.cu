// closure in the load phase (ring)
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int i = 0;
    auto at = [&](int x) { return i * 64 + x; };
    for (; i < n; ++i) {
        As[t] = A[at(t)];
        __syncthreads();
        acc += As[63 - t] * i;
        __syncthreads();
    }
    C[t] = acc;
}
