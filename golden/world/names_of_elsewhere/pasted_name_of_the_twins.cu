#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
__device__ int CAT(kp_, pipelined) = 3; struct CAT(kp_, tiles) { int v; };
__global__ void kern(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[8192];
    int t = threadIdx.x; float acc = 0;
    for (int k = 0; k < n; k += 8192) {
        for (int i = t; i < 8192; i += 128) s[i] = x[k + i];
        __syncthreads();
        for (int j = t; j < 8192; j += 7) acc += s[j] * CAT(kp_, pipelined);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
void launch(const float *x, float *y, int n) { kern<<<4, 128>>>(x, y, n); }
