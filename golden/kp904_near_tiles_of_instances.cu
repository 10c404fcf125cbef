// kpipe: --merge 1x2 --arch sm_90
// Tiles of a template take another number of bytes in each instance: the largest of them has room.
template <int W>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    __shared__ __align__(16) float As[32][W];
    __shared__ __align__(16) float Bs[32][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc[4][4] = {};

    for (int k = 0; k < n; k += 32) {
        for (int r = ty; r < 32; r += 8) {
            *(float4 *)&As[r][tx * 4] = *(const float4 *)&A[(blockIdx.y * 32 + r) * n + k + tx * 4];
            *(float4 *)&Bs[r][tx * 4] = *(const float4 *)&B[(k + r) * n + blockIdx.x * 32 + tx * 4];
        }
        __syncthreads();
        for (int i = 0; i < 32; i++)
            for (int r = 0; r < 4; r++)
                for (int c = 0; c < 4; c++)
                    acc[r][c] += As[ty * 4 + r][i] * Bs[i][tx * 4 + c];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            C[(blockIdx.y * 32 + ty * 4 + r) * n + blockIdx.x * 32 + tx * 4 + c] = acc[r][c];
}
void go(const float *A, const float *B, float *C, int n)
{
    gemm<36><<<dim3(n / 32, n / 32), dim3(8, 8)>>>(A, B, C, n);
    gemm<40><<<dim3(n / 32, n / 32), dim3(8, 8)>>>(A, B, C, n);
}
