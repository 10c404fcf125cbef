// C = A * B with half inputs and float accumulation on tensor cores. M, N, K multiples of the tile.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int THREADS = 256;
constexpr int PAD = 8; // 16 bytes: rows start in different banks and stay aligned for float4

template <int BM, int BN, int BK>
__global__ void __launch_bounds__(THREADS)
    hgemm_wmma(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int N,
               int K)
{
    constexpr int WARPS_M = 4;
    constexpr int WARPS_N = 2;
    constexpr int WM = BM / WARPS_M;
    constexpr int WN = BN / WARPS_N;
    constexpr int FRAGS_M = WM / 16;
    constexpr int FRAGS_N = WN / 16;

    __shared__ __align__(32) half As[BM][BK + PAD];
    __shared__ __align__(32) half Bs[BK][BN + PAD];

    const int tid = threadIdx.x;
    const int warp = tid / 32;
    const int warp_m = warp / WARPS_N * WM;
    const int warp_n = warp % WARPS_N * WN;
    const int m0 = blockIdx.y * BM;
    const int n0 = blockIdx.x * BN;

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[FRAGS_M][FRAGS_N];
    for (int i = 0; i < FRAGS_M; ++i)
        for (int j = 0; j < FRAGS_N; ++j)
            wmma::fill_fragment(acc[i][j], 0.0f);

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = tid; i < BM * BK / 8; i += THREADS) {
            const int r = i / (BK / 8);
            const int c = i % (BK / 8) * 8;
            *reinterpret_cast<float4 *>(&As[r][c]) =
                *reinterpret_cast<const float4 *>(&A[(size_t)(m0 + r) * K + k0 + c]);
        }
        for (int i = tid; i < BK * BN / 8; i += THREADS) {
            const int r = i / (BN / 8);
            const int c = i % (BN / 8) * 8;
            *reinterpret_cast<float4 *>(&Bs[r][c]) =
                *reinterpret_cast<const float4 *>(&B[(size_t)(k0 + r) * N + n0 + c]);
        }
        __syncthreads();

#pragma unroll
        for (int kk = 0; kk < BK; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[FRAGS_M];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[FRAGS_N];
            for (int i = 0; i < FRAGS_M; ++i)
                wmma::load_matrix_sync(a[i], &As[warp_m + i * 16][kk], BK + PAD);
            for (int j = 0; j < FRAGS_N; ++j)
                wmma::load_matrix_sync(b[j], &Bs[kk][warp_n + j * 16], BN + PAD);
            for (int i = 0; i < FRAGS_M; ++i)
                for (int j = 0; j < FRAGS_N; ++j)
                    wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }

    for (int i = 0; i < FRAGS_M; ++i)
        for (int j = 0; j < FRAGS_N; ++j)
            wmma::store_matrix_sync(&C[(size_t)(m0 + warp_m + i * 16) * N + n0 + warp_n + j * 16],
                                    acc[i][j], N, wmma::mem_row_major);
}

template __global__ void hgemm_wmma<128, 128, 32>(const half *__restrict__,
                                                  const half *__restrict__, float *__restrict__,
                                                  int, int);

void launch_hgemm_wmma(const half *A, const half *B, float *C, int M, int N, int K,
                       cudaStream_t stream)
{
    hgemm_wmma<128, 128, 32><<<dim3(N / 128, M / 128), THREADS, 0, stream>>>(A, B, C, N, K);
}
