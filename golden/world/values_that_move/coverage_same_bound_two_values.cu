// Taken for granted: two copy loops with headers of the same names make the same trips (coverage.c same_header), though the bound moves on in between. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[256];
    float acc = 0;
    int t = threadIdx.x;
    for (int i = 0; i < n; i += 128) {
        int m = 128;
        for (int j = t; j < m; j += 128) s[j] = 0.f;
        m += 128;
        for (int j = t; j < m; j += 128) if (i == 0 || (i / 128) % 3 == 1) s[j] = x[i + j];
        __syncthreads();
        for (int j = 0; j < 256; j++) acc += s[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
