// A helper's default argument is __builtin_FUNCTION(): evaluated in the caller, which is a closure now. odd_word looks for it in the loop's text only. default
__device__ inline int nl(const char *f = __builtin_FUNCTION()) { return f[0]; }
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * nl();
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
