// No name in the kernel leads into the other namespace.
namespace other {
__device__ float scaled(float v) { return 3 * v; }
} // namespace other

template <class T> __device__ T scaled(T v) { return 2 * v; }

__device__ void fill(float *to, int i, const float *from) { to[i] = scaled(from[i]); }

__global__ void sums(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_As[2][128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // fill(), inlined
            int i = t;
            const float *from = A + k;
            kp_r0 = from[i]; 
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 128; i++)
            acc += As[i];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        { // fill(), inlined
            auto &to = As;
            int i = t;
            to[i] = scaled(kp_r0); 
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = acc;
}
