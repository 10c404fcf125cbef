// kpipe: --stages 2
// A pointer into a tile that is a struct of the template's: the name that stages have is an `auto` of it.
template <typename T> struct storage {
    T a[8][33];
    union {
        T b[8][33];
        float sums[8][33];
    };
};

template <typename T>
__global__ void __launch_bounds__(256) products(const T *__restrict__ A, const T *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ storage<T> tiles;
    T *const as = &tiles.a[0][0];
    T *const bs = &tiles.b[0][0];
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        as[row * 33 + column] = A[row * n + k0 + column];
        bs[row * 33 + column] = B[row * n + k0 + column];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += float(as[row * 33 + j]) * float(tiles.b[row][j]);
        __syncthreads();
    }
    out[row * 32 + column] = sum;
}

void launch(const float *A, const float *B, float *out, int n)
{
    products<float><<<1, dim3(32, 8)>>>(A, B, out, n);
}
