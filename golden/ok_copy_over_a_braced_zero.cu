// A zero in braces, over which a condition loads, in a template whose parameters all instances agree on.
template <typename T, int BK>
__global__ void product(const T *A, const T *B, T *C, int m, int n, int k)
{
    __shared__ T as[64][BK];
    __shared__ T bs[BK][64];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int t = ty * 16 + tx;
    T sum[4][4] = {static_cast<T>(0)};
    const int row = blockIdx.y * 64, col = blockIdx.x * 64;
    for (int k0 = 0; k0 < k; k0 += BK) {
        for (int i = 0; i < 64 * BK / 256; i++) {
            T val{static_cast<T>(0)};
            if (row + t / BK + i * (256 / BK) < m && k0 + t % BK < k)
                val = A[(row + t / BK + i * (256 / BK)) * k + k0 + t % BK];
            as[t / BK + i * (256 / BK)][t % BK] = val;
        }
        for (int i = 0; i < 64 * BK / 256; i++) {
            T val{static_cast<T>(0)};
            if (k0 + t / 64 + i * 4 < k && col + t % 64 < n)
                val = B[(k0 + t / 64 + i * 4) * n + col + t % 64];
            bs[t / 64 + i * 4][t % 64] = val;
        }
        __syncthreads();
        for (int kk = 0; kk < BK; kk++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sum[i][j] += as[ty * 4 + i][kk] * bs[kk][tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (row + ty * 4 + i < m && col + tx * 4 + j < n)
                C[(row + ty * 4 + i) * n + col + tx * 4 + j] = sum[i][j];
}
void launch(const float *A, const float *B, float *C, int m, int n, int k)
{
    product<float, 16><<<dim3(n / 64, m / 64), dim3(16, 16)>>>(A, B, C, m, n, k);
}
