// kpipe: --copies-only
// Steps that are longer, of which each thread makes fewer, end at 112: that is in the type.
__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float T[64][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    // kpipe: T in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && N % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    for (int k = 0; k < K; k += 16) {
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
            const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4 % 16;
            const int ty = kp_y;
            const int tx = kp_x;
            #pragma unroll
            for (signed char j = static_cast<signed char>(kp_v / 64) * 16; j < 64; j += 4 * 16) {
                *reinterpret_cast<float4 *>(&T[ty + j][tx]) =
                    *reinterpret_cast<const float4 *>(&A[(ty + j) * N + k + tx]);
            }
        } else
            for (signed char j = 0; j < 64; j += 16)
                T[ty + j][tx] = A[(ty + j) * N + k + tx];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += T[ty][i] * T[i][tx];
        __syncthreads();
    }
    C[ty * 16 + tx] = sum;
}

void run(const float *A, float *C, int n)
{
    rows<<<1, dim3(16, 16)>>>(A, C, n, n);
}
