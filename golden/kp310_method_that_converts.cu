// kpipe: --stages 2
// The method takes half the digits: what is stored is not what the argument is.
template <typename U> struct narrower {
    using type = float;
};

template <typename U> struct tile {
    U v[8][33];

    __device__ void set(int row, int column, typename narrower<U>::type x)
    {
        v[row][column] = x;
    }
};

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, T *__restrict__ out, int n)
{
    __shared__ tile<T> as;
    const int row = threadIdx.y, column = threadIdx.x;
    T sum = 0;

    for (int k = 0; k < n; k += 32) {
        as.set(row, column, A[row * n + k + column]);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += as.v[row][j];
        __syncthreads();
    }
    out[row * 32 + column] = sum;
}

void launch(const double *B, double *to, int n)
{
    sums<double><<<1, dim3(32, 8)>>>(B, to, n);
}
