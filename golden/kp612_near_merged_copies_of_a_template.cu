// kpipe: --merge 1x2 --arch sm_90
// A template whose tiles move to dynamic memory, one of them in a copy per merged block: row 0 of it is no element.
template <int W>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    __shared__ __align__(16) float As[64][W];
    __shared__ __align__(16) float Bs[64][64];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc[4][4] = {};
    for (int k = 0; k < n; k += 64) {
        for (int r = ty; r < 64; r += 16) {
            *(float4 *)&As[r][tx * 4] = *(const float4 *)&A[(blockIdx.y * 64 + r) * n + k + tx * 4];
            *(float4 *)&Bs[r][tx * 4] = *(const float4 *)&B[(k + r) * n + blockIdx.x * 64 + tx * 4];
        }
        __syncthreads();
        for (int i = 0; i < 64; i++)
            for (int r = 0; r < 4; r++)
                for (int c = 0; c < 4; c++)
                    acc[r][c] += As[ty * 4 + r][i] * Bs[i][tx * 4 + c];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            C[(blockIdx.y * 64 + ty * 4 + r) * n + blockIdx.x * 64 + tx * 4 + c] = acc[r][c];
}

void run(const float *A, const float *B, float *C, int n)
{
    gemm<72><<<dim3(n / 64, n / 64), dim3(16, 16)>>>(A, B, C, n);
}

