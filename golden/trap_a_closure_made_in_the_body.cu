// a closure made in the body, used by the load phase
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < n; ++i) {
        auto at = [&](int x) { return i * 64 + x; };
        As[t] = A[at(t)];
        __syncthreads();
        acc += As[63 - t] * (i + 1);
        __syncthreads();
    }
    C[t] = acc;
}
