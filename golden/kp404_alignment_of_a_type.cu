// kpipe: --arch sm_80 --stages 2
// The alignment that the instances have is larger than that of stages.
template <typename T>
__global__ void product(const T *A, const T *B, T *C, int n, int side)
{
    extern __shared__ __align__(sizeof(T) * 64) unsigned char raw[];
    T *as = reinterpret_cast<T *>(raw);
    T *bs = as + side * side;
    const int row = blockIdx.y * side + threadIdx.y, column = blockIdx.x * side + threadIdx.x;
    T sum = 0;

    for (int k = 0; k < n; k += side) {
        const int at = threadIdx.y * side + threadIdx.x;

        if (row < n && k + threadIdx.x < n)
            as[at] = A[row * n + k + threadIdx.x];
        else
            as[at] = 0;
        if (k + threadIdx.y < n && column < n)
            bs[at] = B[(k + threadIdx.y) * n + column];
        else
            bs[at] = 0;
        __syncthreads();
        for (int j = 0; j < side; j++)
            sum += as[threadIdx.y * side + j] * bs[j * side + threadIdx.x];
        __syncthreads();
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
