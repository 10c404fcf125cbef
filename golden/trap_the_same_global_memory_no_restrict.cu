// the same, global memory, no __restrict__ anywhere
__device__ float G[8192];
__global__ void k(const float *A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    auto out = [&](int x) -> float & { return G[x]; };
    G[t] = A[t];
    for (int i = 0; i < n; ++i) {
        As[t] = G[i * 64 + t];
        __syncthreads();
        acc += As[63 - t] * (i + 1);
        out(i * 64 + 64 + t) = acc;
        __syncthreads();
    }
    C[t] = acc;
}
