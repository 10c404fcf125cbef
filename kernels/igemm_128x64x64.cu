// C = A * B^T for int8, A is [M][K], B is [N][K]. ldmatrix and mma.sync by hand, tiles unpadded,
// 16-byte chunks swizzled against bank conflicts. Each thread copies 16 bytes of three rows.
// M multiple of 128, N and K of 64.
#include <cstdint>

constexpr int BM = 128;
constexpr int BN = 64;
constexpr int BK = 64;
constexpr int CHUNK = 16; // bytes of a copy, and of a row that ldmatrix reads
constexpr int THREADS = 256;
constexpr int WM = 32;
constexpr int WN = 32;
constexpr int MT = WM / 16; // mma tiles per warp along M
constexpr int NT = WN / 8;  // and along N

// A row is 64 bytes, so two rows span all banks: chunks change places every second row.
__device__ __forceinline__ int swizzle(int row, int chunk)
{
    return row * BK + (chunk ^ (row >> 1 & 3)) * CHUNK;
}

__device__ __forceinline__ void ldmatrix_x4(uint32_t (&r)[4], const int8_t *p)
{
    const uint32_t addr = static_cast<uint32_t>(__cvta_generic_to_shared(p));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(addr));
}

__device__ __forceinline__ void mma_16x8x32(int (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                            uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__global__ void __launch_bounds__(THREADS)
    igemm_128x64x64(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
                    int32_t *__restrict__ C, int N, int K)
{
    __shared__ __align__(128) int8_t As[BM * BK];
    __shared__ __align__(128) int8_t Bs[BN * BK];

    const int row = threadIdx.x / (BK / CHUNK);
    const int chunk = threadIdx.x % (BK / CHUNK);
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int warp_m = warp / (BN / WN) * WM;
    const int warp_n = warp % (BN / WN) * WN;
    const int m0 = blockIdx.y * BM;
    const int n0 = blockIdx.x * BN;

    const int4 *a_src = (const int4 *)(A + (size_t)(m0 + row) * K) + chunk;
    const int4 *b_src = (const int4 *)(B + (size_t)(n0 + row) * K) + chunk;
    int acc[MT][NT][4] = {};

    for (int tiles = K / BK; tiles > 0; --tiles) {
        *(int4 *)&As[swizzle(row, chunk)] = a_src[0];
        *(int4 *)&As[swizzle(row + BM / 2, chunk)] = a_src[(size_t)(BM / 2) * K / CHUNK];
        *(int4 *)&Bs[swizzle(row, chunk)] = b_src[0];
        a_src += BK / CHUNK;
        b_src += BK / CHUNK;
        __syncthreads();

#pragma unroll
        for (int kk = 0; kk < BK; kk += 32) {
            uint32_t a[MT][4], b[NT / 2][4];
#pragma unroll
            for (int i = 0; i < MT; ++i)
                ldmatrix_x4(a[i],
                            &As[swizzle(warp_m + i * 16 + lane % 16, kk / CHUNK + lane / 16)]);
                // Two 8-column tiles per ldmatrix: lanes 0-15 address the first, 16-31 the second.
#pragma unroll
            for (int j = 0; j < NT / 2; ++j)
                ldmatrix_x4(b[j], &Bs[swizzle(warp_n + j * 16 + lane / 16 * 8 + lane % 8,
                                              kk / CHUNK + lane / 8 % 2)]);
#pragma unroll
            for (int i = 0; i < MT; ++i)
#pragma unroll
                for (int j = 0; j < NT; ++j)
                    mma_16x8x32(acc[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
        }
        __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < MT; ++i) {
#pragma unroll
        for (int j = 0; j < NT; ++j) {
            const int m = m0 + warp_m + i * 16 + lane / 4;
            const int n = n0 + warp_n + j * 8 + lane % 4 * 2;
            *(int2 *)&C[(size_t)m * N + n] = make_int2(acc[i][j][0], acc[i][j][1]);
            *(int2 *)&C[(size_t)(m + 8) * N + n] = make_int2(acc[i][j][2], acc[i][j][3]);
        }
    }
}

void launch_igemm_128x64x64(const int8_t *A, const int8_t *B, int32_t *C, int M, int N, int K,
                            cudaStream_t stream)
{
    const dim3 grid(N / BN, M / BM);
    igemm_128x64x64<<<grid, THREADS, 0, stream>>>(A, B, C, N, K);
}
