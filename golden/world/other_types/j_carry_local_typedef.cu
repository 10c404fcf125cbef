// kp_declare writes a carried variable's type by its bare name, which is another type where the closure stands (local typedef): wrong values. default (n >= 256)
typedef int idx;
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    idx i = 0;
    typedef signed char idx;
    for (; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (idx j = 0; j < 100; j++) acc += s[j] * (j + i);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
