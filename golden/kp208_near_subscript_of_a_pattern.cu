// No instance is in sight: an element of C, whichever, and no loop around the atomic addition.
template <typename T, typename I, int N>
__global__ void rows(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C,
                     const I *__restrict__ to, int k, int n)
{
    __shared__ T as[N][N], bs[N][N];
    const int x = threadIdx.x, y = threadIdx.y;
    const I row = to[blockIdx.y * N + y];
    T sum = 0;

    for (int s = 0; s < k; s += N) {
        as[y][x] = A[row * k + s + x];
        bs[y][x] = B[(s + y) * n + blockIdx.x * N + x];
        __syncthreads();
        for (int j = 0; j < N; ++j)
            sum += as[y][j] * bs[j][x];
        __syncthreads();
    }
    atomicAdd(&C[row * n + blockIdx.x * N + x], sum);
}
