// The kernel's constants have the names of the helper's template parameters: ROWS has another type
// there (-1 is less than an int of 4, not than an unsigned one), WIDTH has the same.
template <int ROWS, int WIDTH>
__device__ void load(const float *from, float *tile, int stride, int t)
{
    static_assert(ROWS * WIDTH % 2 ==
                      0,
                  "an even number");
    for (int row = -1; row < ROWS; ++row)
        if (row >= 0)
            tile[row * WIDTH + t] = from[row * stride + t];
}

template <int TILE>
__global__ __launch_bounds__(64) void sums(const float *__restrict__ x, float *__restrict__ y,
                                           int n, int ld)
{
    const unsigned ROWS = TILE / 16;
    constexpr int WIDTH = 64;
    __shared__ float tile[TILE / 16 * WIDTH];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += ROWS) {
        load<ROWS, WIDTH>(x + k * ld, tile, ld, t);
        __syncthreads();
        for (int j = 0; j < WIDTH; ++j)
            for (int i = 0; i < ROWS; ++i)
                sum += tile[i * WIDTH + j];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

template __global__ void sums<64>(const float *, float *, int, int);
