// The loop moves the pointer by itself.
#define T 8
#define BK 8
__device__ void load_a(float (&to)[T][BK], const float *p, int ld) { to[threadIdx.y][threadIdx.x] = p[threadIdx.y * ld + threadIdx.x]; }
__device__ void load_b(float (&to)[BK][T], const float *p, int ld) { to[threadIdx.y][threadIdx.x] = p[threadIdx.y * ld + threadIdx.x]; }
__global__ void product(const float *A, const float *B, float *C, int n, int ld)
{
    __shared__ __align__(128) float kp_As[2][T][BK];
    __shared__ __align__(128) float kp_Bs[2][BK][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc = 0;
    const float *p = A + blockIdx.y * T * ld;
    static_assert(T == 8 && BK == 8, "kpipe: T or BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        { // load_a(), inlined
            kp_r0 = p[threadIdx.y * ld + threadIdx.x]; 
        }
        p += BK;
        { // load_b(), inlined
            const float *kp_in0 = B + k0 * ld + blockIdx.x * T;
            {
                const float *p = kp_in0;
                kp_r1 = p[threadIdx.y * ld + threadIdx.x]; 
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int j = 0; j < BK; j++)
            acc += As[ty][j] * Bs[j][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        { // load_a(), inlined
            auto &to = As;
            to[threadIdx.y][threadIdx.x] = kp_r0; 
        }
        { // load_b(), inlined
            {
                auto &to = Bs;
                to[threadIdx.y][threadIdx.x] = kp_r1; 
            }
        }
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += BK; k0 < n; k0 += BK) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[(blockIdx.y * T + ty) * ld + blockIdx.x * T + tx] = acc;
}
