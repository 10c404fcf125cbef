// Variant of e_shadow_step (what shadows: see name). ring cp-async (wrong), default is right
constexpr int BK = 128;
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += BK) {
        constexpr int BK = 64;
        s[t] = x[i + t + BK];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + BK);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
