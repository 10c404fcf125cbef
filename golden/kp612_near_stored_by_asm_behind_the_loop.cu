// Assembly stores into the tile behind the loop, and what it leaves there is read: in the stage of the last iteration.
struct Storage { float Ks[2048]; float S[256]; };
__global__ void __launch_bounds__(128) kern(const float *__restrict__ K, float *O, int n)
{
    __shared__ Storage st;
    float s = 0.f;
    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = threadIdx.x; i < 2048; i += 128)
            st.Ks[i] = K[k0 * 64 + i];
        __syncthreads();
        for (int j = 0; j < 32; j++)
            s += st.Ks[j * 64 + threadIdx.x % 64];
        __syncthreads();
    }
    unsigned to = (unsigned)__cvta_generic_to_shared(st.Ks) + threadIdx.x * 4;
    asm volatile("st.shared.f32 [%0+8192], %1;" :: "r"(to), "f"(s) : "memory");
    __syncthreads();
    O[threadIdx.x] = s + st.S[5];
}
