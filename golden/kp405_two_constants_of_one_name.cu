// Two constants of one name: where the stages are counted, the name means the other one.
template <int BM>
__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    constexpr int W = 64;
    __shared__ float As[BM][W];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int k = 0; k < n; k += W) {
        for (int r = 0; r < BM; ++r)
            As[r][t] = A[r * n + k + t];
        __syncthreads();
        for (int j = 0; j < W; ++j)
            acc += As[j % BM][(t + j) % W];
        __syncthreads();
    }
    {
        constexpr int W = BM / 8;
        __shared__ float other[W];
        if (t < W)
            other[t] = acc;
        __syncthreads();
        acc += other[t % W];
    }
    out[t] = acc;
}
