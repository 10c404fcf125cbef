// The same with the second assignment in the load phase. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x, off = 0;
    for (int i = 0; i < n; i += 128) {
        int q = 3 * (i / 128);
        s[t] = x[i + t + q + off];
        float a = q * 0.5f;
        q = (off += 1);
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * q + a;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
