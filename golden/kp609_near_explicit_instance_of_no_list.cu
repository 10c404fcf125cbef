// Explicit instantiations whose arguments follow from the parameters; the file ends with a comment and no newline.
namespace lib {
template <typename T>
__global__ void rows(const T *a, T *c, const T scale, int k)
{
    __shared__ T tile[32][33];
    T sum = 0;

    for (int k0 = 0; k0 < k; k0 += 32) {
        tile[threadIdx.y][threadIdx.x] = a[(blockIdx.x * 32 + threadIdx.y) * k + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 32; j++)
            sum += tile[threadIdx.y][j] * tile[j][threadIdx.x];
        __syncthreads();
    }
    c[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x] = sum * scale;
}

template __global__ void rows(const float *, float *, const float, int);
template __global__ void rows(const double *, double *, const double, int);
} // namespace lib