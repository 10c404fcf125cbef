// kpipe: --variant cp-async
// In the class the name of one of CUDA's functions is that of a type: a call would make a value of it.
namespace
{
struct sum_of {
    typedef int __pipeline_commit;

    static __device__ void all(const float *__restrict__ x, float *__restrict__ y, int n)
    {
        __shared__ __align__(128) float kp_s[2][64];
        const int t = threadIdx.x;
        float sum = 0.0f;

        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int i) __attribute__((always_inline)) {
            kp_r0 = x[i + t];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 64; ++j)
                sum += s[j] * j;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            s[t] = kp_r0;
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_fetch(i);
                kp_store(kp_stage);
                __syncthreads();
                for (i += 64; i < n; i += 64) {
                    kp_fetch(i);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
        y[blockIdx.x * 64 + t] = sum;
    }
};
} // namespace

__global__ void k(const float *x, float *y, int n)
{
    sum_of::all(x, y, n);
}
