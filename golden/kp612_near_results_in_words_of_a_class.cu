// What a method or a helper returns is in their words, too: their S is doubles, and the kernel's is floats.
struct doubles {
    using value = double;
};
struct floats {
    using value = float;
};
template <typename S> struct wide {
    using type = doubles;
};
template <typename S> struct source {
    const typename S::value *p;
    int pitch;
    __device__ const typename S::value *operator[](int i) const { return p + i * pitch; }
};

template <typename S> __device__ const typename S::value *row_of(const typename S::value *p, int pitch, int i)
{
    return p + i * pitch;
}

template <typename S>
__global__ void __launch_bounds__(256)
    by_methods(const source<typename wide<S>::type> a, const typename S::value *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ double s[8][33];
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        s[row][column] = a[row][k + column];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += float(s[row][j] * 1000.0 - float(s[row][j]) * 1000.0) * float(B[k + j]);
        __syncthreads();
    }
    out[row * 32 + column] = sum;
}

template <typename S>
__global__ void __launch_bounds__(256)
    by_helpers(const double *__restrict__ A, const typename S::value *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ double s[8][33];
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        const auto *p = row_of<typename wide<S>::type>(A, n, row);
        s[row][column] = p[k + column];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += float(s[row][j] * 1000.0 - float(s[row][j]) * 1000.0) * float(B[k + j]);
        __syncthreads();
    }
    out[row * 32 + column] = sum;
}

void launch(source<doubles> a, const double *A, const float *B, float *out, int n)
{
    by_methods<floats><<<1, dim3(32, 8)>>>(a, B, out, n);
    by_helpers<floats><<<1, dim3(32, 8)>>>(A, B, out, n);
}
