// Variant of e_shadow_step (what shadows: see name). ring cp-async (wrong), default is right
namespace a { enum { W = 128 }; }
namespace b { enum { W = 64 }; }
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    using a::W;
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += W) {
        using b::W;
        s[t] = x[i + t + W];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + W);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
