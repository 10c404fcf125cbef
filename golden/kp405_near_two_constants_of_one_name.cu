// Two constants of one name: the tiles have the one that is in sight of them, where the stages are counted too.
template <int BM>
__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float other[BM];
    const int t = threadIdx.x;
    other[t] = t;
    {
        constexpr int W = 8;
        if (t < W)
            out[t] = other[t];
    }
    constexpr int W = 64;
    __shared__ float As[BM][W];
    float acc = 0.0f;
    for (int k = 0; k < n; k += W) {
        for (int r = 0; r < BM; ++r)
            As[r][t] = A[r * n + k + t];
        __syncthreads();
        for (int j = 0; j < W; ++j)
            acc += As[j % BM][(t + j) % W];
        __syncthreads();
    }
    out[64 + t] = acc;
}
