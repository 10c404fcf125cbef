#define W 32
extern "C" __global__ void __launch_bounds__(128) k(const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, float *__restrict__ C, int *__restrict__ D, int N, int K)
{
    __shared__ float T[4][32];
    const int t = threadIdx.x;
    float s = 0;
    const int row = threadIdx.x / W, col = threadIdx.x % W;
#undef W
#define W 16
    s += W;
    for (int k = 0; k < K; k += 32) {
        T[row][col] = A[row * K + k + col];
        __syncthreads();
        for (int j = 0; j < 32; j++)
            s = fmaf(T[t & 3][j], T[t >> 5][j], s);
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = s;
}
