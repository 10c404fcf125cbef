// Instance with T = const float (in sight): register T kp_r0 is const: output does not compile. default
template <class T> __device__ void g(T *x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) { g(x, y, n); }
