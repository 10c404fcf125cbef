// A macro named like a keyword that the output uses (auto): output does not compile. default, ring
#define auto int
#define inline
#define memory "x"
#define size_t short
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
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
