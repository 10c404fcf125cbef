// Cross attention: q_len queries against kv_len keys and values per head, any two lengths, half
// data with float arithmetic. Q, O are [heads][q_len][64], K, V are [heads][kv_len][64].
#include <cuda_fp16.h>
#include <math.h>

constexpr int D = 64;
constexpr int D2 = D / 2;
constexpr int BQ = 32;
constexpr int BKV = 64;
constexpr int THREADS = 128; // four per query

__global__ void __launch_bounds__(THREADS)
    cross_attn(const half *__restrict__ Q, const half *__restrict__ K, const half *__restrict__ V,
               half *__restrict__ O, int q_len, int kv_len, float scale)
{
    // An odd row length in words keeps column reads free of bank conflicts.
    __shared__ half2 Qs[BQ][D2 + 1];
    __shared__ half2 Ks[BKV][D2 + 1];
    __shared__ half2 Vs[BKV][D2 + 1];
    __shared__ float S[BQ][BKV + 1];

    const int tid = threadIdx.x;
    const int row = tid / 4;
    const int quad = tid % 4;
    const int q0 = blockIdx.x * BQ;
    const int head = blockIdx.y;
    const half2 zero = __float2half2_rn(0.0f);
    const half2 *q2 = reinterpret_cast<const half2 *>(Q + (size_t)head * q_len * D);
    const half2 *k2 = reinterpret_cast<const half2 *>(K + (size_t)head * kv_len * D);
    const half2 *v2 = reinterpret_cast<const half2 *>(V + (size_t)head * kv_len * D);

    for (int i = tid; i < BQ * D2; i += THREADS) {
        const int r = i / D2;
        const int c = i % D2;
        Qs[r][c] = q0 + r < q_len ? q2[(q0 + r) * D2 + c] : zero;
    }

    float m = -INFINITY;
    float l = 0.0f;
    float2 o[D2 / 4] = {}; // column pairs c * 4 + quad

    for (int j0 = 0; j0 < kv_len; j0 += BKV) {
        for (int i = tid; i < BKV * D2; i += THREADS) {
            const int r = i / D2;
            const int c = i % D2;
            Ks[r][c] = j0 + r < kv_len ? k2[(j0 + r) * D2 + c] : zero;
            Vs[r][c] = j0 + r < kv_len ? v2[(j0 + r) * D2 + c] : zero;
        }
        __syncthreads();

        for (int j = quad; j < BKV; j += 4) {
            float dot = 0.0f;
#pragma unroll 8
            for (int d = 0; d < D2; ++d) {
                const float2 q = __half22float2(Qs[row][d]);
                const float2 k = __half22float2(Ks[j][d]);
                dot += q.x * k.x + q.y * k.y;
            }
            S[row][j] = j0 + j < kv_len ? dot * scale : -INFINITY;
        }
        __syncthreads();

        float m_new = m;
        for (int j = 0; j < BKV; ++j)
            m_new = fmaxf(m_new, S[row][j]);
        const float alpha = expf(m - m_new);
        l *= alpha;
        for (int c = 0; c < D2 / 4; ++c) {
            o[c].x *= alpha;
            o[c].y *= alpha;
        }
        for (int j = 0; j < BKV; ++j) {
            const float p = expf(S[row][j] - m_new);
            l += p;
#pragma unroll
            for (int c = 0; c < D2 / 4; ++c) {
                const float2 v = __half22float2(Vs[j][c * 4 + quad]);
                o[c].x += p * v.x;
                o[c].y += p * v.y;
            }
        }
        m = m_new;
        __syncthreads();
    }

    if (q0 + row >= q_len)
        return;
    half2 *out = reinterpret_cast<half2 *>(O + ((size_t)head * q_len + q0 + row) * D);
    for (int c = 0; c < D2 / 4; ++c)
        out[c * 4 + quad] = __floats2half2_rn(o[c].x / l, o[c].y / l);
}

void launch_cross_attn(const half *Q, const half *K, const half *V, half *O, int heads, int q_len,
                       int kv_len, float scale, cudaStream_t stream)
{
    const dim3 grid((q_len + BQ - 1) / BQ, heads);
    cross_attn<<<grid, THREADS, 0, stream>>>(Q, K, V, O, q_len, kv_len, scale);
}
