enum { W = 32 };
extern "C" __global__ void k(const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, float *__restrict__ C, int *__restrict__ D, int N, int K)
{
    __shared__ float T[32][W];
    float s = 0;
    const int x = threadIdx.x, y = threadIdx.y;
    enum { W = 16 };
    s += W;
    for (int r = 0; r < 32; r += 32) { T[y][x] = 1; T[y][x + 16] = 2; }
    __syncthreads();
    for (int k = 0; k < K; k += 32) {
        T[y][x] = A[y * K + k + x];
        __syncthreads();
        for (int j = 0; j < 32; j++) s = fmaf(T[y][j], T[j][x], s);
        __syncthreads();
    }
    C[blockIdx.x * 1024 + y * 32 + x] = s;
}
