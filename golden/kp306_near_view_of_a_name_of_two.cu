// Another thing has the same name. The rows of one view have the length that a constant of the file says, those of the other that of a constant of
// the function: nothing but the views' types names them.
template <typename T, int W> struct view {
    T *p;
    __device__ explicit view(T *q) : p(q) {}
    __device__ T &operator()(int row, int column) { return p[row * W + column]; }
};
constexpr int width = 16;
struct other { static constexpr int width = 8; };

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    constexpr int pitch = 16;
    __shared__ float a[256], b[256];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    view<float, width> as(a);
    view<float, pitch> bs(b);
    float sum = 0;

    for (int k = 0; k < n; k += 16) {
        as(ty, tx) = A[row * n + k + tx];
        bs(ty, tx) = B[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += as(ty, j) * bs(j, tx);
        __syncthreads();
    }
    C[row * n + column] = sum;
}
