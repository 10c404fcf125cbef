// The tile's elements are of a type that its class calls by the name of the class's S, which is no type of the kernel's:
// the register is a double, as the instance says, and what the open conversion does is not followed.
struct doubles {
    using value = double;
};
struct floats {
    using value = float;
};
template <typename S> struct wide {
    using type = doubles;
};
template <typename S> struct store {
    typename S::value a[8][33];
};
template <typename S> struct source {
    const typename S::value *p;
    int pitch;
    __device__ typename S::value operator()(int i, int j) const { return p[i * pitch + j]; }
};

template <typename S>
__global__ void __launch_bounds__(256)
    sums(const source<typename wide<S>::type> a, const typename S::value *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ store<typename wide<S>::type> s;
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        s.a[row][column] = a(row, k + column);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += float(s.a[row][j] * 1000.0 - float(s.a[row][j]) * 1000.0) * float(B[k + j]);
        __syncthreads();
    }
    out[row * 32 + column] = sum;
}

void launch(source<doubles> a, const float *B, float *out, int n)
{
    sums<floats><<<1, dim3(32, 8)>>>(a, B, out, n);
}
