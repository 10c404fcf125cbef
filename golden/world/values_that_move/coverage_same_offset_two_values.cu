// As coverage_same_name_two_values, with an offset in the index. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[256];
    float acc = 0;
    int t = threadIdx.x;
    
    for (int i = 0; i < n; i += 128) {
        int h = 0; s[t + h] = 0; h = 128; if (i % 384 < 128) s[t + h] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 256; j++) acc += s[j] * (j ^ t);
        __syncthreads();
    }
    
    y[blockIdx.x * 128 + t] = acc;
}
