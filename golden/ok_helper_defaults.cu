// A helper with default template arguments; it zeroes the end of a vector by way of a pointer.
template <typename T, int TILE, int PAD = 0, typename VEC = float4>
__device__ void load(T tile[TILE + PAD], const T *src, int first, int n)
{
    constexpr int W = sizeof(VEC) / sizeof(T);
    for (int i = threadIdx.x; i < TILE / W; i += 64) {
        VEC v = *reinterpret_cast<const VEC *>(&src[first + i * W]);
        T *const one = reinterpret_cast<T *>(&v);

        for (int j = 0; j < W; ++j)
            if (first + i * W + j >= n)
                one[j] = T(0);
        *reinterpret_cast<VEC *>(&tile[i * W + PAD]) = v;
    }
}

__global__ void __launch_bounds__(64)
    gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n, int ld)
{
    __shared__ __align__(16) float xs[256];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 64 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        load<float, 256>(xs, x, k, n);
        __syncthreads();
        for (int j = 0; j < 256 && k + j < n; ++j)
            sum += A[(k + j) * ld + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
