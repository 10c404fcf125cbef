// kpipe: --stages 2
// One instance has a class of its own.
template <typename U> struct tile {
    U v[8][33];

    __device__ void set(int row, int column, U x)
    {
        v[row][column] = x;
    }
};

template <> struct tile<double> {
    double v[8][33];

    __device__ void set(int row, int column, double x)
    {
        v[row][column] = 2 * x;
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

void launch(const float *A, float *out, const double *B, double *to, int n)
{
    sums<float><<<1, dim3(32, 8)>>>(A, out, n);
    sums<double><<<1, dim3(32, 8)>>>(B, to, n);
}
