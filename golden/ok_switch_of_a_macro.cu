// The switch is a macro's in one place and written out in the other: its break is the same.
#define ADVANCE switch (n & 3) { case 1: m++; break; default: break; }
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n, int m)
{
    __shared__ float a[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        a[t] = x[k + t + m];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += a[j] * (j + t);
        ADVANCE
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
void run(const float *x, float *out, int n, int m) { sums<<<2, 64>>>(x, out, n, m); }
