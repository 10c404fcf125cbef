#define SEL(v) (n > 5 ? (v) : 0.f)
__global__ void kern(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int k = 0; k < n; k += 128) {
        s[t] = SEL(x[k + t]);
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
void launch(const float *x, float *y, int n) { kern<<<4, 128>>>(x, y, n); }
