// kpipe: --arch sm_90
// Tiles of a class template of the program, by an operator that returns their elements: the members
// are arrays of numbers, which the class is asked for.
template <typename T, int ROWS, int COLUMNS> struct Tile {
    T data[ROWS][COLUMNS];
    __device__ T &operator()(int r, int c) { return data[r][c]; }
};

__global__ void __launch_bounds__(256)
    sums(const float *__restrict__ a, const float *__restrict__ b, float *out, int n)
{
    __shared__ Tile<float, 64, 32> as;
    __shared__ Tile<float, 64, 32> bs;
    float sum = 0.f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = threadIdx.x; i < 2048; i += 256)
            as(i / 32, i % 32) = a[(i / 32) * n + k0 + i % 32];
        for (int i = threadIdx.x; i < 2048; i += 256)
            bs(i / 32, i % 32) = b[(i / 32) * n + k0 + i % 32];
        __syncthreads();
        for (int j = 0; j < 32; j++)
            sum += as(threadIdx.x % 64, j) * bs(threadIdx.x / 4, j);
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
