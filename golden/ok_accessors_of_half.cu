// kpipe: --stages 2
// A template's only instance says the type, also of one of CUDA's classes.
#include <cuda_fp16.h>

template <typename T> struct matrix {
    T *p;
    int rows, stride;
    __device__ T operator()(int i, int j) const { return i < rows ? p[i * stride + j] : T(0.0f); }
    __device__ const T *row(int i) const { return p + i * stride; }
};

template <typename T>
__global__ void product(const matrix<T> a, const matrix<T> b, float *out, int K)
{
    __shared__ T s[8][34], r[8][34];
    const int y = threadIdx.y, x = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < K; k += 32) {
        auto v = a(y, k + x);
        s[y][x] = v;
        r[y][x] = b.row(y)[k + x];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += float(s[y][j]) * float(r[y][j]);
        __syncthreads();
    }
    out[y * 32 + x] = sum;
}

void launch(matrix<half> a, matrix<half> b, float *out, int K)
{
    product<half><<<1, dim3(32, 8)>>>(a, b, out, K);
}
