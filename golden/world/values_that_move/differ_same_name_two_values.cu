// Taken for granted: s[p] and s[p + 1] are different elements (distinct.c differ, affine.c), though p moves on between the two. --shape ring --stages 3 --variant cp-async, or --variant cp-async
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[256];
    float acc = 0;
    int t = threadIdx.x;
    
    for (int i = 0; i < n; i += 128) {
        int p = t * 2; s[p] = x[i + t]; p--; s[p + 1] = x[i + t + 1];
        __syncthreads();
        for (int j = 0; j < 256; j += 2) acc += s[j] * (j ^ t);
        __syncthreads();
    }
    
    y[blockIdx.x * 128 + t] = acc;
}
