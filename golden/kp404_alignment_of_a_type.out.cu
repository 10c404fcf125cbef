// kpipe: --arch sm_80
// The alignment that the instances have is larger than that of stages.
template <typename T>
__global__ void product(const T *A, const T *B, T *C, int n, int side)
{
    extern __shared__ __align__(sizeof(T) * 64) unsigned char raw[];
    T *as = reinterpret_cast<T *>(raw);
    T *bs = as + side * side;
    const int row = blockIdx.y * side + threadIdx.y, column = blockIdx.x * side + threadIdx.x;
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (row < n && k + threadIdx.x < n)
            kp_r0 = A[row * n + k + threadIdx.x];
        if (k + threadIdx.y < n && column < n)
            kp_r1 = B[(k + threadIdx.y) * n + column];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < side; j++)
            sum += as[threadIdx.y * side + j] * bs[j * side + threadIdx.x];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        const int at = threadIdx.y * side + threadIdx.x;

        if (row < n && k + threadIdx.x < n)
            as[at] = kp_r0;
        else
            as[at] = 0;
        if (k + threadIdx.y < n && column < n)
            bs[at] = kp_r1;
        else
            bs[at] = 0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += side; k < n; k += side) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    if (row < n && column < n)
        C[row * n + column] = sum;
}

void launch(const int *a, const int *b, int *c, const double *x, const double *y, double *z, int n, int side)
{
    dim3 threads(side, side), blocks((n + side - 1) / side, (n + side - 1) / side);

    product<int><<<blocks, threads, 2 * side * side * sizeof(int)>>>(a, b, c, n, side);
    product<double><<<blocks, threads, 2 * side * side * sizeof(double)>>>(x, y, z, n, side);
}
