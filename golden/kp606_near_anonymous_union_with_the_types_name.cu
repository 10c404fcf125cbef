// A member of an anonymous union hides the type's name in the function.
typedef float real;
__global__ void k(const real *__restrict__ a, const real *__restrict__ b, int rows, int stride, float *value)
{
    __shared__ union {
        float moved[32][33];
        float sum[256];
    } both;
    const int t = threadIdx.y * blockDim.x + threadIdx.x;
    float acc = 0;
    union {
        int real;
        float of_it;
    };

    real = 0;
    for (int i0 = 0; i0 < rows; i0 += 32) {
        for (int i = 0; i < 32; i += 8)
            both.moved[threadIdx.x][threadIdx.y + i] = b[(threadIdx.y + i) * stride + threadIdx.x + i0];
        __syncthreads();
        for (int i = 0; i < 32; i += 8)
            acc += a[(threadIdx.y + i + i0) * stride + threadIdx.x] * both.moved[threadIdx.y + i][threadIdx.x];
        __syncthreads();
    }
    both.sum[t] = acc;
    __syncthreads();
    value[t] = both.sum[255 - t] + of_it;
}
void f(const float *a, const float *b, int rows, int stride, float *v) { k<<<4, dim3(32, 8)>>>(a, b, rows, stride, v); }
