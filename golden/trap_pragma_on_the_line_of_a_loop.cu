// kpipe: --variant ldg
// What asks for the unrolling of copies stands on their own line.
#define UNROLL _Pragma("unroll")
#define TEXT(x) #x
#define UNROLL_BY(n) _Pragma(TEXT(unroll n))

__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float a[256], b[256], c[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 256) {
        _Pragma("unroll 4") for (int j = t; j < 256; j += 64) a[j] = 2.0f * x[i + j];
        UNROLL for (int j = t; j < 256; j += blockDim.x) b[j] = 3.0f * x[i + j];
        if (n > 3) { UNROLL_BY(2) for (int j = t; j < 256; j += blockDim.x)
            c[j] = 4.0f * x[i + j]; }
        __syncthreads();
        sum += a[t];
        UNROLL for (int j = 0; j < 256; ++j) sum += b[j] + c[j];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

void launch(const float *x, float *y, int n)
{
    k<<<1, 64>>>(x, y, n);
}
