// kpipe: --variant ldg
// In front of the copies stand a macro that stands for nothing, and a pragma that is another statement's.
#define HERE
#define EACH

__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float a[256], b[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 256) {
        HERE for (int j = t; j < 256; j += 64) a[j] = 2.0f * x[i + j];
        _Pragma("nv_diag_suppress 177") for (int j = t; j < 256; j += 64) b[j] = 3.0f * x[i + j];
        __syncthreads();
        sum += a[t];
        EACH for (int j = 0; j < 256; ++j) sum += b[j];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

void launch(const float *x, float *y, int n)
{
    k<<<1, 64>>>(x, y, n);
}
