// The call names what the class is made of.
template <int N>
struct Frags {
    float v[N];
};

template <int N>
__device__ void load_tile(Frags<N> &f, const float *src, int at)
{
    for (int i = 0; i < N; ++i)
        f.v[i] = src[at + i * 128];
}

template <int N>
__device__ void store_tile(float *tile, const Frags<N> &f)
{
    for (int i = 0; i < N; ++i)
        tile[threadIdx.x + i * 128] = f.v[i];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_As[2][512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // load_tile(), inlined
            constexpr int N = 4;
            const float *src = A;
            int at = k + t;
            #pragma unroll
            for (int i = 0; i < N; ++i)
                kp_r0[i] = src[at + i * 128];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 512] * (t + j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        Frags<4> f;
        { // load_tile(), inlined
            constexpr int N = 4;
            #pragma unroll
            for (int i = 0; i < N; ++i)
                f.v[i] = kp_r0[i];
        }
        { // store_tile(), inlined
            constexpr int N = 4;
            auto &tile = As;
            for (int i = 0; i < N; ++i)
                tile[threadIdx.x + i * 128] = f.v[i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 512; k < n; k += 512) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
