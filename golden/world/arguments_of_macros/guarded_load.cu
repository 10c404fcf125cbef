#define LOADG(p, i) (((i) < n) ? (p)[i] : 0.f)
__global__ void kern(const float *__restrict__ x, float *__restrict__ y, int n, int m) {
    __shared__ float s[16][8];
    int t = threadIdx.x; float acc = 0; int r = t / 8, c = t % 8;
    for (int k = 0; k < n; k += 128) {
        s[r][c] = LOADG(x, k + r * m + c);
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j / 8][j % 8] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
void launch(const float *x, float *y, int n, int m) { kern<<<4, 128>>>(x, y, n, m); }
