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
    for (int k0 = 0; k0 < n; k0 += ROWS) {
        for (int i = threadIdx.x; i < ROWS * 64; i += 256)
            st.k[i / 64][i % 64] = k[k0 * 64 + i];
        for (int i = threadIdx.x; i < ROWS * 64; i += 256)
            st.v[i / 64][i % 64] = v[k0 * 64 + i];
        __syncthreads();
        for (int j = 0; j < ROWS; j++)
            s += st.k[j][threadIdx.x % 64] * st.v[j][threadIdx.x / 4];
        __syncthreads();
    }
    const unsigned at = (unsigned)__cvta_generic_to_shared(&st.k[0][0]) + threadIdx.x * 4;

    asm volatile("ld.shared.f32 %0, [%1 + 16384];" : "=f"(o) : "r"(at) : "memory");
    out[blockIdx.x * 256 + threadIdx.x] = s + o;
}
