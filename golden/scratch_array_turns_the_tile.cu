// Registers declared in front of the loop that a float4 goes through on its way into a turned tile: they
// may be what the tile before has left, so kp_store alone has them.
__global__ void turned(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K)
{
    __shared__ __align__(16) float As[8 * 128];
    __shared__ __align__(16) float Bs[8 * 128];
    const int tx = threadIdx.x % 16 * 8, ty = threadIdx.x / 16 * 8;
    const int row = threadIdx.x / 2, col = threadIdx.x % 2 * 4;
    alignas(16) float turn[4] = {0.0f};
    float acc[8][8] = {};

    A += blockIdx.y * 128 * K;
    B += blockIdx.x * 128;
    for (int k = 0; k < K; k += 8) {
        reinterpret_cast<float4 *>(turn)[0] = reinterpret_cast<const float4 *>(&A[row * K + col])[0];
        As[col * 128 + row] = turn[0];
        As[(col + 1) * 128 + row] = turn[1];
        As[(col + 2) * 128 + row] = turn[2];
        As[(col + 3) * 128 + row] = turn[3];
        reinterpret_cast<float4 *>(&Bs[threadIdx.x * 4])[0] =
            reinterpret_cast<const float4 *>(&B[threadIdx.x / 32 * gridDim.x * 128 + threadIdx.x % 32 * 4])[0];
        __syncthreads();
        A += 8;
        B += 8 * gridDim.x * 128;
        for (int i = 0; i < 8; i++)
            for (int m = 0; m < 8; m++)
                for (int n = 0; n < 8; n++)
                    acc[m][n] += As[i * 128 + ty + m] * Bs[i * 128 + tx + n];
        __syncthreads();
    }
    for (int m = 0; m < 8; m++)
        for (int n = 0; n < 8; n++)
            C[(blockIdx.y * 128 + ty + m) * gridDim.x * 128 + blockIdx.x * 128 + tx + n] = acc[m][n];
}
