// The CUDA samples' header: begin, end and step per block.
#define T 16

__global__ void matmul(float *C, const float *__restrict__ A, const float *__restrict__ B, int wA,
                       int wB)
{
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int aBegin = wA * T * blockIdx.y;
    const int aEnd = aBegin + wA - 1;
    const int bBegin = T * blockIdx.x;
    float sum = 0.0f;

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    __shared__ __align__(128) float kp_As[2][T][T];
    __shared__ __align__(128) float kp_Bs[2][T][T];
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int a, int b) __attribute__((always_inline)) {
        kp_r0 = A[a + wA * ty + tx];
        kp_r1 = B[b + wB * ty + tx];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
#pragma unroll
        for (int k = 0; k < T; ++k)
            sum += As[ty][k] * Bs[k][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        As[ty][tx] = kp_r0;
        Bs[ty][tx] = kp_r1;
    };
    {
        int a = aBegin, b = bBegin;
        if (a <= aEnd) {
            int kp_stage = 0;
            kp_fetch(a, b);
            kp_store(kp_stage);
            __syncthreads();
            for (a += T, b += T * wB; a <= aEnd; a += T, b += T * wB) {
                kp_fetch(a, b);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[wB * T * blockIdx.y + T * blockIdx.x + wB * ty + tx] = sum;
}
