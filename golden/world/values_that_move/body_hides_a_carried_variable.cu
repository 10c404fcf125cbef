// As body_hides_the_tile: the body declares a name that compute gets as a parameter (a carried variable); nvcc refuses the output. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x;
    const float *p = x;
    for (int i = 0; i < n; i += 128) {
        s[t] = p[t]; p += 128;
        __syncthreads();
        float q = s[t ^ 1]; const float *r = p; int p = 3; acc += q * p + (r - x);
        __syncthreads();
    }
    
    y[blockIdx.x * 128 + t] = acc;
}
