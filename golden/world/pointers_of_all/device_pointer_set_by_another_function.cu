// Taken for granted: a __device__ pointer points only where this function's assignments say (model/objs.c kp_value_objs KP_REF); another function, the host or a launch before sets it, too. Default flags.
__device__ const float *gp; __device__ void set(const float *q) { gp = q; }
__global__ void k(const float *__restrict__ x, float *__restrict__ w, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x;
    if (t == 0) set(w); if (n < 0) gp = x; __syncthreads(); const float *p = gp;
    for (int i = 0; i < n; i += 128) {
        s[t] = p[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j ^ t);
        w[i + 128 + t] = acc * 0.01f;
        __syncthreads();
    }
    w[n + 128 + t] = acc;
}
