// kp_declare writes a carried variable's type by its bare name where the variable of that name hides it ('for (idx idx = 0; ..'): output does not compile. default
typedef int idx;
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (idx idx = 0; idx < n; idx += 128) {
        s[t] = x[idx + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + idx);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
