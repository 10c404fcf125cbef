// e_shadow_step for a do-while's condition. ring
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    int m = n, i = 0;
    do {
        int m = 3;
        s[t] = x[i + t + m];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + m);
        __syncthreads();
        i += 128;
    } while (i < m);
    y[blockIdx.x * 128 + t] = acc;
}
