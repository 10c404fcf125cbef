// Variant of e_shadow_step (what shadows: see name). ring cp-async (wrong), default is right
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    typedef int W;
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += (W)128) {
        typedef signed char W;
        s[t] = x[i + t + (W)3];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (W)(j + 120);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
