// The same, hidden by a local variable; barriers stand in a helper. default, ring
__device__ inline void bar() { __syncthreads(); }
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    int __syncthreads = 3;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        bar();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + __syncthreads);
        bar();
    }
    y[blockIdx.x * 128 + t] = acc;
}
