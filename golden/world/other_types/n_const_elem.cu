// typedef const float cf; cf *x: the register is 'cf kp_r0' and const; output does not compile. default
typedef const float cf;
__global__ void k(cf *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t] * 2;
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
