// kpipe: --stages 3
// A method that converts what it reads on its way into elements of another type.
template <typename T> struct wider { using type = double; };
template <typename T, typename U> struct loader {
    const T *from;

    __device__ void load(U (*to)[33], int r, int c, int n, int k) const
    {
        to[r][c] = from[r * n + k + c];
    }
};

template <typename T>
__global__ void __launch_bounds__(256) sums(const double *__restrict__ A, const T *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ typename wider<T>::type as[8][33];
    const int row = threadIdx.y, column = threadIdx.x;
    const loader<T, typename wider<T>::type> from_a = {B};
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        from_a.load(as, row, column, n, k);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += float(as[row][j] * 1000.0 - float(as[row][j]) * 1000.0) * float(B[k + j]);
        __syncthreads();
    }
    out[row * 32 + column] = sum;
}

void launch(const double *A, const float *B, float *out, int n)
{
    sums<float><<<1, dim3(32, 8)>>>(A, B, out, n);
}
