// kpipe: --stages 2
// Dynamic memory as a struct that a reference names, in the loop, behind it, and for helpers: as a pointer, stages move it.
template <typename T, int ROWS, int WIDTH>
struct sizes {
    using value_type = T;
    static constexpr int rows = ROWS, width = WIDTH;
};

template <typename S>
struct storage {
    using T = typename S::value_type;
    union {
        struct {
            alignas(16) T a[S::rows][S::width];
            alignas(16) T b[S::rows][S::width];
        } tiles;
        float sums[S::rows * S::width];
    };
    int flags[4];
};

template <typename T, int ROWS, int WIDTH>
__device__ float dot(const T (&a)[ROWS][WIDTH], const T (&b)[ROWS][WIDTH], int row)
{
    float sum = 0.0f;

    for (int j = 0; j < WIDTH; ++j)
        sum += float(a[row][j]) * float(b[row][j]);
    return sum;
}

template <typename S>
__global__ void __launch_bounds__(256) products(const typename S::value_type *__restrict__ A, const typename S::value_type *__restrict__ B,
                                                float *__restrict__ out, int n)
{
    extern __shared__ __align__(16) char raw[];
    storage<S> &s = *reinterpret_cast<storage<S> *>(raw);
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += S::width) {
        s.tiles.a[row][column] = A[row * n + k0 + column];
        s.tiles.b[row][column] = B[row * n + k0 + column];
        __syncthreads();
        sum += dot(s.tiles.a, s.tiles.b, row);
        __syncthreads();
    }
    s.sums[row * S::width + column] = sum;
    __syncthreads();
    out[row * S::width + column] = s.sums[(S::rows - 1 - row) * S::width + column] + sizeof(s.sums);
}

void launch(const float *A, const float *B, float *out, int n)
{
    products<sizes<float, 8, 32>><<<1, dim3(32, 8), sizeof(storage<sizes<float, 8, 32>>)>>>(A, B, out, n);
}
