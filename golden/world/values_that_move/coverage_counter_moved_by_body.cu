// As coverage_same_bound_two_values: the body of the loop that completes also moves its counter (coverage.c same_header). Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[256];
    float acc = 0;
    int t = threadIdx.x;
    
    for (int i = 0; i < n; i += 128) {
        for (int j = t; j < 256; j += 128) { s[j] = 0; j += 128; } for (int j = t; j < 256; j += 128) if (i % 384 < 128) s[j] = x[i + j];
        __syncthreads();
        for (int j = 0; j < 256; j++) acc += s[j] * (j ^ t);
        __syncthreads();
    }
    
    y[blockIdx.x * 128 + t] = acc;
}
