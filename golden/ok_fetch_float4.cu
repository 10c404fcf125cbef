// The macro that half of all tutorials use.
#define FETCH_FLOAT4(pointer) (reinterpret_cast<float4 *>(&(pointer))[0])

__global__ void sgemm(float *__restrict__ A, float *__restrict__ B, float *__restrict__ C, int N,
                      int K)
{
    __shared__ float As[64][16];
    __shared__ float Bs[16][64];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int ar = tid / 4, ac = tid % 4 * 4;
    const int br = tid / 16, bc = tid % 16 * 4;
    float acc[4][4] = {};

    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    C += blockIdx.y * 64 * N + blockIdx.x * 64;
    for (int k0 = 0; k0 < K; k0 += 16) {
        FETCH_FLOAT4(As[ar][ac]) = FETCH_FLOAT4(A[ar * K + ac + k0]);
        FETCH_FLOAT4(Bs[br][bc]) = FETCH_FLOAT4(B[(k0 + br) * N + bc]);
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += As[ty * 4 + i][k] * Bs[k][tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        FETCH_FLOAT4(C[(ty * 4 + i) * N + tx * 4]) =
            make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
