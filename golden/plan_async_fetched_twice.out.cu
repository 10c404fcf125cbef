// kpipe: --arch sm_90
// Eight lanes, which cp.async of 16 bytes serves together, read half a sector each of eight rows: it would fetch every
// sector twice.
template <int LANES>
__global__ void __launch_bounds__(256) product(const signed char *__restrict__ A, const signed char *__restrict__ B,
                                               int *__restrict__ C, int K)
{
    __shared__ __align__(16) signed char kp_As[2][256 * 64], kp_As_Bs[2][128 * 64];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const int row = LANES == 4 ? lane / 4 : lane % 8, part = LANES == 4 ? lane % 4 : lane / 8;
    int sum[32] = {};

    A += blockIdx.y * 256 * K;
    B += blockIdx.x * 128 * K;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0[4], kp_r1[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 4; i++)
            kp_r0[i] = *(const float4 *)&A[(row + warp * 8 + i * 64) * K + k + part * 16];
        #pragma unroll
        for (int i = 0; i < 2; i++)
            kp_r1[i] = *(const float4 *)&B[(row + warp * 8 + i * 64) * K + k + part * 16];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int j = 0; j < 64; j += 4)
            for (int i = 0; i < 32; i++)
                sum[i] = __dp4a(*(const int *)&As[t * 64 + j], *(const int *)&Bs[i * 64 + j], sum[i]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        #pragma unroll
        for (int i = 0; i < 4; i++)
            *(float4 *)&As[(row + warp * 8 + i * 64) * 64 + part * 16] = kp_r0[i];
        #pragma unroll
        for (int i = 0; i < 2; i++)
            *(float4 *)&Bs[(row + warp * 8 + i * 64) * 64 + part * 16] = kp_r1[i];
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < K; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < 32; i++)
        C[(blockIdx.y * 256 + t) * gridDim.x * 32 + blockIdx.x * 32 + i] = sum[i];
}

void run(const signed char *A, const signed char *B, int *C, int N, int K)
{
    product<8><<<dim3(N / 128, N / 256), 256>>>(A, B, C, K);
}
