// The loop's step is a parameter to which the caller gives what it likes: no tiles are counted.
// kpipe 0.1.0: pipelined as kp_pipelined::product (launches that this file does not show still come here)
#include <cuda_pipeline_primitives.h>

__global__ void product(const float *A, const float *B, float *C, int M, int N, int K, const int side)
{
    extern __shared__ float tiles[];
    float *As = tiles, *Bs = tiles + side * side;
    const int tx = threadIdx.x, ty = threadIdx.y, first = K * side * blockIdx.y, last = first + K - 1;
    float sum = 0.0f;

    for (int a = first, b = side * blockIdx.x; a <= last; a += side, b += side * N) {
        As[ty * side + tx] = A[a + K * ty + tx];
        Bs[ty * side + tx] = B[b + N * ty + tx];
        __syncthreads();
        for (int k = 0; k < side; ++k)
            sum += As[ty * side + k] * Bs[k * side + tx];
        __syncthreads();
    }
    C[(blockIdx.y * side + ty) * N + blockIdx.x * side + tx] = sum;
}

namespace kp_pipelined
{
static __global__ __launch_bounds__(256) void product(const float *A, const float *B, float *C, int M, int N, int K, const int side)
{
    extern __shared__ float tiles[];
    float *As = tiles, *Bs = tiles + side * side;
    const int tx = threadIdx.x, ty = threadIdx.y, first = K * side * blockIdx.y, last = first + K - 1;
    float sum = 0.0f;

    // kpipe: tiles in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && side % 4 == 0 &&
        reinterpret_cast<size_t>(tiles) % 16 == 0 && first % 4 == 0 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        kp_wide &&
        size_t(side) <= 262144 &&
        15LL * side + 16LL <= 1LL * side * side &&
        1LL * blockDim.y <= 1LL * side;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_As = As;
        auto kp_Bs = Bs;
        auto kp_load = [&](int a, int b, int kp_stage) __attribute__((always_inline)) {
            auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
            auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    __pipeline_memcpy_async(&As[ty * side + tx], &A[a + K * ty + tx], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    __pipeline_memcpy_async(&Bs[ty * side + tx], &B[b + N * ty + tx], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
            auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
            for (int k = 0; k < side; ++k)
                sum += As[ty * side + k] * Bs[k * side + tx];
        };
        {
            int a = first, b = side * blockIdx.x;
            if (a <= last) {
                int kp_stage = 0;
                kp_load(a, b, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (a += side, b += side * N; a <= last; a += side, b += side * N) {
                    kp_load(a, b, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        for (int a = first, b = side * blockIdx.x; a <= last; a += side, b += side * N) {
            As[ty * side + tx] = A[a + K * ty + tx];
            Bs[ty * side + tx] = B[b + N * ty + tx];
            __syncthreads();
            for (int k = 0; k < side; ++k)
                sum += As[ty * side + k] * Bs[k * side + tx];
            __syncthreads();
        }
    }
    C[(blockIdx.y * side + ty) * N + blockIdx.x * side + tx] = sum;
}
} // namespace kp_pipelined

void run(const float *A, const float *B, float *C, int M, int N, int K, int side)
{
    kp_pipelined::product<<<dim3(N / 16, M / 16), dim3(16, 16), 2 * (2 * 16 * 16 * sizeof(float))>>>(A, B, C, M, N, K, side);
}
