// kpipe: --stages 2
// An object without members is made and dropped: its constructor loads. In an instance for each width, under a condition.
template <int Bytes>
struct load;
template <>
struct load<16> {
    __device__ __forceinline__ load(uint4 &v, const void *p, int guard)
    {
        asm volatile("{\n"
                     "  .reg .pred q;\n"
                     "  setp.ne.b32 q, %5, 0;\n"
                     "  @q ld.global.v4.u32 {%0, %1, %2, %3}, [%4];\n"
                     "}\n"
                     : "+r"(v.x), "+r"(v.y), "+r"(v.z), "+r"(v.w)
                     : "l"(p), "r"(guard & 1));
    }
};
template <>
struct load<4> {
    __device__ __forceinline__ load(uint4 &v, const void *p, int guard)
    {
        const unsigned *from = reinterpret_cast<const unsigned *>(p);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            unsigned &word = *(reinterpret_cast<unsigned *>(&v) + i);
            asm volatile("{\n"
                         "  .reg .pred q;\n"
                         "  setp.ne.b32 q, %2, 0;\n"
                         "  @q ld.global.u32 %0, [%1];\n"
                         "}\n"
                         : "+r"(word)
                         : "l"(from + i), "r"(guard & (1 << i)));
        }
    }
};
template <int Bytes>
__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, const int *__restrict__ at, float *__restrict__ y,
                                           int n)
{
    __shared__ __align__(16) float kp_xs[2][512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(((Bytes == 16) || (Bytes == 4)), "kpipe: Bytes has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0[2];
    uint4 kp_r1[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int from = (kp_r0[i] = at[(k + i * 256) / 4 + t]);
            if (from >= 0) {
                uint4 v = make_uint4(0, 0, 0, 0);
                load<Bytes>(v, x + from * 4, from * 4 + 4 <= n ? 15 : 0);
                kp_r1[i] = v;
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 512; ++j)
            sum += xs[j] * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int from = kp_r0[i];
            if (from >= 0) {
                uint4 v = make_uint4(0, 0, 0, 0);
                v = kp_r1[i];
                *(uint4 *)(xs + i * 256 + t * 4) = v;
            } else {
                *(uint4 *)(xs + i * 256 + t * 4) = make_uint4(0, 0, 0, 0);
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 512; k < n; k += 512) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}
void run(const float *x, const int *at, float *y, int n, int blocks)
{
    sums<16><<<blocks, 64>>>(x, at, y, n);
    sums<4><<<blocks, 64>>>(x, at, y, n);
}
