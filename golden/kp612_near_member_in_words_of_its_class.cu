// In a member's declaration S is the class's: the kernel's S is another type, and its value a float.
struct doubles {
    using value = double;
};
struct floats {
    using value = float;
};
template <typename S> struct holder {
    const typename S::value *from;
};
template <typename S> struct wide {
    using type = doubles;
};

template <typename S>
__global__ void __launch_bounds__(256)
    sums(const double *__restrict__ A, const typename S::value *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ double as[8][33];
    const int row = threadIdx.y, column = threadIdx.x;
    const holder<typename wide<S>::type> a = {A};
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        as[row][column] = a.from[row * n + k + column];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += float(as[row][j] * 1000.0 - float(as[row][j]) * 1000.0) * float(B[k + j]);
        __syncthreads();
    }
    out[row * 32 + column] = sum;
}

void launch(const double *A, const float *B, float *out, int n)
{
    sums<floats><<<1, dim3(32, 8)>>>(A, B, out, n);
}
