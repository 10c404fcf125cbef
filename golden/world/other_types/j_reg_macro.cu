// The same by a macro behind the parameter list. default
typedef float real;
__global__ void k(const real *__restrict__ x, float *__restrict__ y, int n) {
#define real signed char
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t] * 2;
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (real)(j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
