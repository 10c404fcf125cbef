// Stored by way of a pointer that the body makes anew, always to the same element: a helper's parameter,
// or somebody's own. Two buffers.
__device__ float4 ld_vec(const float *a)
{
    return *reinterpret_cast<const float4 *>(a);
}

__device__ void st_vec(float *a, float4 v)
{
    *reinterpret_cast<float4 *>(a) = v;
}

__global__ void __launch_bounds__(256)
    helper(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ __align__(16) float kp_As[2][32][32];
    const int y = threadIdx.x / 8, x = threadIdx.x % 8 * 4;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        { // st_vec(), inlined
            kp_r0 = ld_vec(A + y * K + k0 + x);
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 32; ++j)
            sum += As[threadIdx.x % 32][j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        { // st_vec(), inlined
            float *a = &As[y][x];
            float4 v = kp_r0;
            *reinterpret_cast<float4 *>(a) = v;
        }
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            __syncthreads();
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 32; k0 < K; k0 += 32) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(256)
    own(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ __align__(128) float kp_As[2][32][32];
    const int y = threadIdx.x / 32, x = threadIdx.x % 32;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 32; i += 8, ++kp_i) {
            kp_r0[kp_i] = A[(y + i) * K + k0 + x];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 32; ++j)
            sum += As[x][j] * (j ^ y);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 32; i += 8, ++kp_i) {
            float *row = As[y + i];
            float *to = row + x;
            *to = kp_r0[kp_i] * 2;
        }
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 32; k0 < K; k0 += 32) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[threadIdx.x] = sum;
}
