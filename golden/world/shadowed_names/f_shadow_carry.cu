// A carried variable becomes a parameter of kp_compute; the body declares another of that name at its outermost level: output does not compile. default
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    int k = 0;
    for (; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        acc += k;
        int k = 3;
        for (int j = 0; j < 128; j++) acc += s[j] * (j + k);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc + k;
}
