extern "C" __global__ void k(const float *__restrict__ A, const float *__restrict__ B,
                             float *__restrict__ C, int N, int K)
{
    __shared__ float T[96][8];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float s = 0;
    for (int k = 0; k < K; k += 8) {
        for (short j = 0; j < 24576; j += 8192)
            T[ty + j / 256][tx] = A[(ty + j / 256) * N + k + tx];
        __syncthreads();
        for (int i = 0; i < 96; i++)
            s += T[i][tx] * (i + ty);
        __syncthreads();
    }
    C[(blockIdx.x * 32 + ty) * 8 + tx] = s;
}
void run(float *a, float *b, float *c, int n, int k_)
{
    k<<<2, dim3(8, 32)>>>(a, b, c, n, k_);
}