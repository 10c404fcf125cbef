template <int BM>
__global__ void k(const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, float *__restrict__ C, int *__restrict__ D, int N, int K)
{
    constexpr int W = BM;
    __shared__ float T[32][W];
    float s = 0;
    const int x = threadIdx.x, y = threadIdx.y;
    for (int k = 0; k < K; k += 32) {
        constexpr int W = 16;
        s += W;
        T[y][x] = A[y * K + k + x];
        __syncthreads();
        for (int j = 0; j < 32; j++) s = fmaf(T[y][j], T[j][x], s);
        __syncthreads();
    }
    C[blockIdx.x * 1024 + y * 32 + x] = s;
}
template __global__ void k<32>(const float *, const float *, const int *, float *, int *, int, int);
