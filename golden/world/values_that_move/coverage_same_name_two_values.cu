// Taken for granted: two copies whose index is the same variable write the same element (coverage.c same_variable: s == t), though the variable moves on in between; the guard of the second is then ignored. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[256];
    float acc = 0;
    int t = threadIdx.x;
    for (int i = 0; i < n; i += 128) {
        int p = t;
        s[p] = x[i];
        p += 128;
        if (i == 0 || (i / 128) % 3 == 1) s[p] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 256; j++) acc += s[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
