// kpipe: --arch sm_90
// The address of the first member is a number, which a sum and the assembly's text lead to the last:
// the object stays one.
constexpr int ROWS = 32;
struct Storage {
    float k[ROWS][64], v[ROWS][64];
    float scores[256];
};

__global__ void __launch_bounds__(256)
    attend(const float *__restrict__ k, const float *__restrict__ v, float *out, int n)
{
    __shared__ Storage st;
    float s = 0.f, o = 0.f;

    st.scores[threadIdx.x] = 0.f;
    static_assert(ROWS == 32, "kpipe: ROWS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[8], kp_r1[8];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 256, ++kp_i)
            if (i < ROWS * 64)
                kp_r0[kp_i] = k[k0 * 64 + i];
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 256, ++kp_i)
            if (i < ROWS * 64)
                kp_r1[kp_i] = v[k0 * 64 + i];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < ROWS; j++)
            s += st.k[j][threadIdx.x % 64] * st.v[j][threadIdx.x / 4];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 256, ++kp_i)
            if (i < ROWS * 64)
                st.k[i / 64][i % 64] = kp_r0[kp_i];
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8; i += 256, ++kp_i)
            if (i < ROWS * 64)
                st.v[i / 64][i % 64] = kp_r1[kp_i];
    };
    {
        int k0 = 0;
        if (k0 < n) {
            kp_fetch(k0);
            kp_store();
            __syncthreads();
            for (k0 += ROWS; k0 < n; k0 += ROWS) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    const unsigned at = (unsigned)__cvta_generic_to_shared(&st.k[0][0]) + threadIdx.x * 4;

    asm volatile("ld.shared.f32 %0, [%1 + 16384];" : "=f"(o) : "r"(at) : "memory");
    out[blockIdx.x * 256 + threadIdx.x] = s + o;
}
