// How large a row of the tile is only an instance tells; the indices keep their values all the same.
template <typename T, int BS>
__global__ void transpose(const T *x, T *y, int n, size_t ld)
{
    __shared__ T tile[BS][BS + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;

    for (int k = 0; k < n; k += BS) {
        tile[ty][tx] = x[ty * ld + k + tx];
        __syncthreads();
        y[(k + ty) * ld + tx] = tile[tx][ty];
        __syncthreads();
    }
}

void run(const float *x, float *y, int n)
{
    transpose<float, 8><<<1, dim3(8, 8)>>>(x, y, n, 64);
}
