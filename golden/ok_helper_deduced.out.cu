// A helper whose template parameters the call does not name: T is what the pointers point to.
template <typename T>
__device__ __forceinline__ void load_tile(T *dst, const T *__restrict__ src, int ld, int rows, int cols)
{
    const int r = threadIdx.y, c = threadIdx.x;
    if (r < rows && c < cols)
        dst[r * 16 + c] = src[r * ld + c];
    else
        dst[r * 16 + c] = T(0);
}

__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(128) float kp_As[2][256];
    __shared__ __align__(128) float kp_Bs[2][256];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        { // load_tile(), inlined
            using T = float;
            const T *__restrict src = A + row0 * K + k0;
            int ld = K;
            int rows = M - row0;
            int cols = K - k0;
            const int r = threadIdx.y, c = threadIdx.x;
            if (r < rows && c < cols)
                kp_r0 = src[r * ld + c];
            else
                kp_r0 = T(0);
        }
        { // load_tile(), inlined
            using T = float;
            const T *__restrict src = B + k0 * N + col0;
            int ld = N;
            int rows = K - k0;
            int cols = N - col0;
            const int r = threadIdx.y, c = threadIdx.x;
            if (r < rows && c < cols)
                kp_r1 = src[r * ld + c];
            else
                kp_r1 = T(0);
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int k = 0; k < 16; ++k)
            sum += As[ty * 16 + k] * Bs[k * 16 + tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        { // load_tile(), inlined
            using T = float;
            auto &dst = As;
            const int r = threadIdx.y, c = threadIdx.x;
            dst[r * 16 + c] = kp_r0;
        }
        { // load_tile(), inlined
            using T = float;
            auto &dst = Bs;
            const int r = threadIdx.y, c = threadIdx.x;
            dst[r * 16 + c] = kp_r1;
        }
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 16; k0 < K; k0 += 16) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    if (row0 + ty < M && col0 + tx < N)
        C[(row0 + ty) * N + col0 + tx] = sum;
}
