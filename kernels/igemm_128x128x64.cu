// C = A * B^T for int8 on tensor cores, eight warps of 32x64 outputs. A is [M][K], B is [N][K].
// M and N multiples of 128, K of 64.
#include <mma.h>
#include <stdint.h>

namespace wmma = nvcuda::wmma;

struct Tile {
    static constexpr int M = 128, N = 128, K = 64;
    static constexpr int PITCH = K + 16; // 20 words: eight rows of a fragment fall on all banks
    static constexpr int THREADS = 256;
};

__device__ __forceinline__ void copy_tile(int8_t (*tile)[Tile::PITCH], const int8_t *src, int K)
{
#pragma unroll
    for (int i = threadIdx.x; i < Tile::M * Tile::K / 16; i += Tile::THREADS) {
        const int row = i / (Tile::K / 16);
        const int col = i % (Tile::K / 16) * 16;
        *reinterpret_cast<uint4 *>(&tile[row][col]) =
            *reinterpret_cast<const uint4 *>(&src[(size_t)row * K + col]);
    }
}

__global__ void __launch_bounds__(Tile::THREADS)
    igemm_128x128x64(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
                     int32_t *__restrict__ C, int N, int K)
{
    __shared__ alignas(32) int8_t As[Tile::M][Tile::PITCH];
    __shared__ alignas(32) int8_t Bs[Tile::N][Tile::PITCH];

    const int warp = threadIdx.x / 32;
    const int warp_m = warp / 2 * 32;
    const int warp_n = warp % 2 * 64;
    const int8_t *a_src = A + (size_t)blockIdx.y * Tile::M * K;
    const int8_t *b_src = B + (size_t)blockIdx.x * Tile::N * K;

    wmma::fragment<wmma::accumulator, 16, 16, 16, int32_t> acc[2][4];
    for (auto &row : acc)
        for (auto &c : row)
            wmma::fill_fragment(c, 0);

    for (int k0 = 0; k0 < K; k0 += Tile::K) {
        copy_tile(As, a_src + k0, K);
        copy_tile(Bs, b_src + k0, K);
        __syncthreads();

#pragma unroll
        for (int k = 0; k < Tile::K; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, int8_t, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, int8_t, wmma::col_major> b[4];
            for (int i = 0; i < 2; ++i)
                wmma::load_matrix_sync(a[i], &As[warp_m + i * 16][k], Tile::PITCH);
            for (int j = 0; j < 4; ++j)
                wmma::load_matrix_sync(b[j], &Bs[warp_n + j * 16][k], Tile::PITCH);
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 4; ++j)
                    wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }

    int32_t *out = C + (size_t)(blockIdx.y * Tile::M + warp_m) * N + blockIdx.x * Tile::N + warp_n;
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(out + (size_t)i * 16 * N + j * 16, acc[i][j], N,
                                    wmma::mem_row_major);
}

void launch_igemm_128x128x64(const int8_t *A, const int8_t *B, int32_t *C, int M, int N, int K,
                             cudaStream_t stream)
{
    const dim3 grid(N / Tile::N, M / Tile::M);
    igemm_128x128x64<<<grid, Tile::THREADS, 0, stream>>>(A, B, C, N, K);
}
