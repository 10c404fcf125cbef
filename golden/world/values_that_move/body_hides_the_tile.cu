// Taken for granted: no declaration at the body's own level has the tile's name (emit: auto &s = kp_s[..] stands in the same block as the body's float s); nvcc refuses the output. Default flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        float q = s[t ^ 1];
        float s = 3;
        acc += q * s;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
