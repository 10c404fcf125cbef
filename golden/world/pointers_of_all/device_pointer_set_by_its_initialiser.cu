// As device_pointer_set_by_another_function: the initialiser at file scope is none of the function's assignments. Default flags.
__device__ float buf[8192]; __device__ const float *bp = buf;
__global__ void k(const float *__restrict__ x, float *__restrict__ w, int n) {
    __shared__ float s[128];
    float acc = 0;
    int t = threadIdx.x;
    for (int j = t; j < 8192; j += 128) buf[j] = j * 0.01f; if (n < 0) bp = x; __syncthreads(); const float *p = bp;
    for (int i = 0; i < n; i += 128) {
        s[t] = p[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j ^ t);
        buf[i + 128 + t] = acc * 0.01f;
        __syncthreads();
    }
    w[n + 128 + t] = acc;
}
