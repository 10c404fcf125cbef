// The same: nothing in the text begins with kp_. default, ring
#define Q(a, b) a##b
__device__ float Q(kp, _stage) = 3;
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * Q(kp, _stage);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
