#define F 1
__global__ void kern(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0;
    for (int k = 0; k < n; k += 128) {
        __syncthreads(); for (int q = 0; q < 2; q++) {
#undef F
#define F 2
 acc += k * F; }
        s[t] = x[k + t + F - 2]; __syncthreads(); for (int j = 0; j < 128; j++) acc += s[j];
    }
    y[blockIdx.x * 128 + t] = acc;
}
void launch(const float *x, float *y, int n) { kern<<<4, 128>>>(x, y, n); }
