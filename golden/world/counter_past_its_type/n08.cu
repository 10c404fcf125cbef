extern "C" __global__ void k(const float *__restrict__ A, const float *__restrict__ B,
                             float *__restrict__ C, int N, int K)
{
    __shared__ float T[120][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    float s = 0;
    for (int k = 0; k < K; k += 16) {
        for (char j = 0; j < 120; j += 8)
            T[ty + j][tx] = A[(ty + j) * N + k + tx];
        __syncthreads();
        for (int j = 0; j < 15; j++)
            s += T[ty + j * 8][j] * T[j][tx];
        __syncthreads();
    }
    C[(blockIdx.x * 16 + ty) * 16 + tx] = s;
}
void run(float *a, float *b, float *c, int n, int k_)
{
    k<<<2, dim3(16, 8)>>>(a, b, c, n, k_);
}