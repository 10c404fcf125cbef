// As shared_pointer_set_by_a_pointer, a __device__ pointer. Default flags.
__device__ const float *gp;
__global__ void k(const float *__restrict__ x, float *__restrict__ w, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x;
    const float **pp = &gp; if (t == 0) *pp = w; if (n < 0) gp = x; __syncthreads(); const float *p = gp;
    for (int i = 0; i < n; i += 128) {
        s[t] = p[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j ^ t);
        w[i + 128 + t] = acc * 0.01f;
        __syncthreads();
    }
    w[n + 128 + t] = acc;
}
