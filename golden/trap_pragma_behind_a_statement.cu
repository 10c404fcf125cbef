// The main loop's pragma stands behind another statement, that of copies in front of one.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float a[256];
    const int t = threadIdx.x;
    float sum;

    sum = 0.0f; _Pragma("unroll 1") /* one at a time */ for (int i = 0; i < n; i += 256) {
        _Pragma("unroll 2") for (int j = t; j < 256; j += 64) a[j] = x[i + j]; sum += 1.0f;
        __syncthreads();
        _Pragma("unroll 8") for (int j = 0; j < 256; ++j) sum += a[j];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

void launch(const float *x, float *y, int n)
{
    k<<<1, 64>>>(x, y, n);
}
