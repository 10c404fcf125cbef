// Variant of e_shadow_step (what shadows: see name). ring cp-async (wrong), default is right
__device__ int step(int a) { return 128; }
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += step(i)) {
        auto step = [](int a) { return a + 64; };
        s[t] = x[i + t + step(1)];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + step(j));
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
