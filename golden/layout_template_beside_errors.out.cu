// kpipe: --layout auto
// What the parser does not know does not name the kernel.
#include <type_traits>
#include <cuda_pipeline_primitives.h>
template <int ROWS, int WIDTH>
__global__ void __launch_bounds__(256) sum_rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    // kpipe 0.1.0: layout: rows of As have 4 elements more (revert this change to undo)
    __shared__ __align__(128) float kp_As[2][ROWS * (WIDTH + 4)];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;

    static_assert(ROWS == 32 && WIDTH == 32,
                  "kpipe: ROWS or WIDTH has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = ty; i < 32; i += 8)
            __pipeline_memcpy_async(&As[i * (WIDTH + 4) + tx],
                                    &A[(blockIdx.x * 32 + i) * n + k + tx], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 32; i++)
            s += As[tx * (WIDTH + 4) + i] * (ty + 1);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}

void launch(const float *A, float *C, int n)
{
    sum_rows<32, 32><<<n / 32, 256>>>(A, C, n);
}

int width() { return std::integral_constant<int, 32>::value; }
