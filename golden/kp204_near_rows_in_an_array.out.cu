// kpipe: --stages 2
// The rows that a thread fills and stores stand in an array of its own: what was stored there says how far they go.
#include <type_traits>

template <typename T, int K, int V>
__global__ void products(const T *in, T *out, const T *weights, int stride_in, int stride_out, int n)
{
    __shared__ struct alignas(128) { T tile[K][K]; } kp_tile[2];
    __shared__ T factors[K][K];
    const int tx = threadIdx.x;
    int ty[V];
    T sums[V];

#pragma unroll
    for (int v = 0; v < V; v++)
        ty[v] = threadIdx.y + v * (K / V);
#pragma unroll
    for (int v = 0; v < V; v++)
        factors[ty[v]][tx] = weights[ty[v] * K + tx];
    __syncthreads();
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        sizeof(T) <= 16 &&
        size_t(K) <= 262144 &&
        size_t(gridDim.x) <= 262144 &&
        size_t(blockIdx.x) <= 262144 &&
        size_t(V) <= 262144 &&
        size_t(stride_in) <= 262144 &&
        size_t(n) <= 262144 &&
        size_t(stride_out) <= 262144 &&
        1LL * K * blockIdx.x <= 2147483647LL &&
        1LL * n + 1LL * K * gridDim.x <= 2147483648LL &&
        1LL * blockDim.y + 1LL * V * K <= 2147483648LL + 1LL * K &&
        kp_clear(in, (long long)sizeof(T) * stride_in * K * blockIdx.x, (long long)sizeof(T) * stride_in * n + (long long)sizeof(T) * stride_in * blockDim.y + (long long)sizeof(T) * stride_in * V * K + (long long)sizeof(T) * blockDim.x - ((long long)sizeof(T) * 2LL * stride_in + (long long)sizeof(T) * stride_in * K),
                out, (long long)sizeof(T) * stride_out * K * blockIdx.x, (long long)sizeof(T) * stride_out * n + (long long)sizeof(T) * stride_out * blockDim.y + (long long)sizeof(T) * stride_out * V * K + (long long)sizeof(T) * blockDim.x - ((long long)sizeof(T) * 2LL * stride_out + (long long)sizeof(T) * stride_out * K));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        T kp_r0[V];
        auto kp_fetch = [&](int s) __attribute__((always_inline)) {
#pragma unroll
            for (int v = 0; v < V; v++)
                kp_r0[v] = in[(s + ty[v]) * stride_in + tx];
        };
        auto kp_compute = [&](int s, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
#pragma unroll
            for (int v = 0; v < V; v++)
                sums[v] = 0;
#pragma unroll
            for (int k = 0; k < K; k++)
#pragma unroll
                for (int v = 0; v < V; v++)
                    sums[v] += tile[ty[v]][k] * factors[k][tx];
#pragma unroll
            for (int v = 0; v < V; v++)
                out[(s + ty[v]) * stride_out + tx] = sums[v];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
#pragma unroll
            for (int v = 0; v < V; v++)
                tile[ty[v]][tx] = kp_r0[v];
        };
        {
            int s = blockIdx.x * K;
            if (s < n) {
                int kp_stage = 0;
                kp_fetch(s);
                kp_store(kp_stage);
                __syncthreads();
                int kp_s = s;
                for (s += K * gridDim.x; s < n; s += K * gridDim.x) {
                    kp_fetch(s);
                    kp_compute(kp_s, kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_s = s;
                    kp_stage ^= 1;
                }
                kp_compute(kp_s, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0].tile;
        for (int s = blockIdx.x * K; s < n; s += K * gridDim.x) {
#pragma unroll
            for (int v = 0; v < V; v++)
                tile[ty[v]][tx] = in[(s + ty[v]) * stride_in + tx];
            __syncthreads();
#pragma unroll
            for (int v = 0; v < V; v++)
                sums[v] = 0;
#pragma unroll
            for (int k = 0; k < K; k++)
#pragma unroll
                for (int v = 0; v < V; v++)
                    sums[v] += tile[ty[v]][k] * factors[k][tx];
#pragma unroll
            for (int v = 0; v < V; v++)
                out[(s + ty[v]) * stride_out + tx] = sums[v];
            __syncthreads();
        }
    }
}

void run(const float *in, float *out, const float *weights, int stride_in, int stride_out, int n)
{
    products<float, 32, 4><<<dim3(8), dim3(32, 8)>>>(in, out, weights, stride_in, stride_out, n);
}
