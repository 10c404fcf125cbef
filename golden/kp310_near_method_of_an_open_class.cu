// kpipe: --stages 2
// Methods that fill tiles, of objects whose class goes by the kernel's parameters: all instances call what the text says.
template <typename U, int ROWS, int WIDTH> struct tile {
    U v[ROWS][WIDTH];

    __device__ void set(int row, int column, U x)
    {
        v[row][column] = x;
    }
    __device__ U get(int row, int column) const
    {
        return v[row][column];
    }
};

template <typename U> struct loader {
    const U *from;
    int n, row, column;

    __device__ void load(U *to, int k) const
    {
        for (int i = 0; i < 2; ++i)
            to[row * 32 + i * 16 + column] = from[row * n + k + i * 16 + column];
    }
};

template <typename T>
__global__ void __launch_bounds__(128) products(const T *__restrict__ A, const T *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ tile<T, 8, 17> as;
    __shared__ T bs[8 * 32];
    const int row = threadIdx.y, column = threadIdx.x;
    const loader<T> from_b = {B, n, row, column};
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        as.set(row, column, A[row * n + k + column]);
        from_b.load(bs, k);
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += float(as.get(row, j)) * float(bs[row * 32 + j]) + float(bs[row * 32 + 16 + j]);
        __syncthreads();
    }
    out[row * 16 + column] = sum;
}

void launch(const float *A, const float *B, float *out, const double *C, const double *D, int n)
{
    products<float><<<1, dim3(16, 8)>>>(A, B, out, n);
    products<double><<<1, dim3(16, 8)>>>(C, D, out, n);
}
