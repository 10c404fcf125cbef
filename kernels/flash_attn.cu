// Forward attention, O = softmax(Q K^T * scale) V per head, without ever storing the score matrix:
// K and V pass through shared memory tile by tile, the softmax is rescaled as its maximum grows.
// Q, K, V, O are [heads][len][64]; len is a multiple of 32. Four threads share one query row.
#include <math.h>

#define D 64
#define BR 32
#define BC 32
#define LD (D + 4) // rows start in different banks, float4 stays aligned
#define THREADS 128

__device__ __forceinline__ void load_rows(float (&dst)[32][LD], const float *src)
{
#pragma unroll
    for (int i = 0; i < 32 * D / 4 / THREADS; ++i) {
        const int r = (threadIdx.x + i * THREADS) / (D / 4);
        const int c = (threadIdx.x + i * THREADS) % (D / 4) * 4;
        *(float4 *)&dst[r][c] = *(const float4 *)&src[r * D + c];
    }
}

__global__ void __launch_bounds__(THREADS)
    flash_attn(const float *__restrict__ Q, const float *__restrict__ K,
               const float *__restrict__ V, float *__restrict__ O, int len, float scale)
{
    __shared__ __align__(16) float Qs[BR][LD];
    __shared__ __align__(16) float Ks[BC][LD];
    __shared__ __align__(16) float Vs[BC][LD];
    __shared__ float P[BR][BC + 1];

    const int row = threadIdx.x / 4;
    const int quad = threadIdx.x % 4;
    const size_t head = (size_t)blockIdx.y * len * D;
    const int q0 = blockIdx.x * BR;

    load_rows(Qs, Q + head + (size_t)q0 * D);

    float m = -INFINITY; // running maximum and sum of this row
    float l = 0.0f;
    float o[D / 4] = {}; // columns c * 16 + quad * 4 + 0..3

    for (int j0 = 0; j0 < len; j0 += BC) {
        load_rows(Ks, K + head + (size_t)j0 * D);
        load_rows(Vs, V + head + (size_t)j0 * D);
        __syncthreads();

        float s[BC / 4];
        float tile_max = -INFINITY;
#pragma unroll
        for (int j = 0; j < BC / 4; ++j) {
            float dot = 0.0f;
#pragma unroll
            for (int d = 0; d < D; d += 4) {
                const float4 q = *(const float4 *)&Qs[row][d];
                const float4 k = *(const float4 *)&Ks[j * 4 + quad][d];
                dot += q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w;
            }
            s[j] = dot * scale;
            tile_max = fmaxf(tile_max, s[j]);
        }
        tile_max = fmaxf(tile_max, __shfl_xor_sync(0xffffffff, tile_max, 1));
        tile_max = fmaxf(tile_max, __shfl_xor_sync(0xffffffff, tile_max, 2));

        const float m_new = fmaxf(m, tile_max);
        const float alpha = expf(m - m_new);
        float sum = 0.0f;
#pragma unroll
        for (int j = 0; j < BC / 4; ++j) {
            const float p = expf(s[j] - m_new);
            P[row][j * 4 + quad] = p;
            sum += p;
        }
        sum += __shfl_xor_sync(0xffffffff, sum, 1);
        sum += __shfl_xor_sync(0xffffffff, sum, 2);
        l = fmaf(l, alpha, sum); // spelled out: the compiler may fuse l * alpha + sum or not
        m = m_new;
        __syncthreads();

#pragma unroll
        for (int d = 0; d < D / 4; ++d)
            o[d] *= alpha;
        for (int j = 0; j < BC; ++j) {
            const float p = P[row][j];
#pragma unroll
            for (int c = 0; c < D / 16; ++c) {
                const float4 v = *(const float4 *)&Vs[j][c * 16 + quad * 4];
                o[c * 4 + 0] += p * v.x;
                o[c * 4 + 1] += p * v.y;
                o[c * 4 + 2] += p * v.z;
                o[c * 4 + 3] += p * v.w;
            }
        }
        __syncthreads();
    }

    const float inv = 1.0f / l;
    float *dst = O + head + (size_t)(q0 + row) * D + quad * 4;
#pragma unroll
    for (int c = 0; c < D / 16; ++c)
        *(float4 *)(dst + c * 16) =
            make_float4(o[c * 4] * inv, o[c * 4 + 1] * inv, o[c * 4 + 2] * inv, o[c * 4 + 3] * inv);
}

void launch_flash_attn(const float *Q, const float *K, const float *V, float *O, int heads, int len,
                       float scale, cudaStream_t stream)
{
    flash_attn<<<dim3(len / BR, heads), THREADS, 0, stream>>>(Q, K, V, O, len, scale);
}
