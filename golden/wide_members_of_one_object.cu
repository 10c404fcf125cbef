// kpipe: --arch sm_90
// Tiles that are members of one object are filled in vectors. The name that one of them would have
// is taken, and the object is aligned.
struct Storage {
    unsigned char a[64][32];
    float scale[64];
};

__global__ void __launch_bounds__(256)
    sums(const unsigned char *__restrict__ a, const float *__restrict__ b, float *out, int n)
{
    __shared__ __align__(32) Storage st;
    float st_a = 0.f;
    auto scaled = [&](int j) { return st.a[threadIdx.x % 64][j] * st.scale[j]; };

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = threadIdx.x; i < 2048; i += 256)
            st.a[i / 32][i % 32] = a[(i / 32) * n + k0 + i % 32];
        if (threadIdx.x < 64)
            st.scale[threadIdx.x] = b[k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 32; j++)
            st_a += scaled(j);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = st_a;
}
