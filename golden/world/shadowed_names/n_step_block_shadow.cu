// e_shadow_step with a pointer that the step moves. ring
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0; const float *p = x;
    for (int i = 0; i < n; i += 128, p += 128) {
        const float *p2 = p; const float *p = p2 + 1;
        s[t] = p[t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
