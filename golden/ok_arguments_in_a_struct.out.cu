// kpipe: --variant ldg --stages 2
// Pointers and sizes come in an object by value, some in an object of its own, and a number is a macro of the compiler's own:
// kpipe's check of the text executes it.
#include <float.h>

struct matrix {
    const float *__restrict__ at;
    int stride[2];
};

struct problem {
    matrix a, b;
    float *__restrict__ c;
    float alpha;
    int K;
};

__global__ void product(const problem p)
{
    __shared__ struct alignas(128) { float as[16][17], bs[16][17]; } kp_as[2];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f, most = -FLT_MAX;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = p.a.at[(blockIdx.y * 16 + y) * p.a.stride[0] + (k + x) * p.a.stride[1]];
        kp_r1 = p.b.at[(k + y) * p.b.stride[0] + (blockIdx.x * 16 + x) * p.b.stride[1]];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        for (int j = 0; j < 16; ++j) {
            sum += as[y][j] * bs[j][x];
            most = fmaxf(most, as[y][j]);
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        as[y][x] = kp_r0;
        bs[y][x] = kp_r1;
    };
    {
        int k = 0;
        if (k < p.K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 16; k < p.K; k += 16) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    p.c[(blockIdx.y * 16 + y) * (16 * gridDim.x) + blockIdx.x * 16 + x] = p.alpha * sum + most;
}
