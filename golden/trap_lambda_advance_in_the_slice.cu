// lambda advance in the slice
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    auto next = [&] { A += 64; };
    for (int i = 0; i < n; ++i) {
        As[t] = A[t];
        next();
        __syncthreads();
        acc += As[63 - t] * i;
        __syncthreads();
    }
    C[t] = acc;
}
