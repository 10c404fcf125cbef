// Inside the rewritten loop the tile's name is a reference: decltype(xs) would be another type.
template <typename T>
struct length;

template <typename T, int N>
struct length<T[N]> {
    static constexpr int value = N;
};

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += length<decltype(xs)>::value) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < length<decltype(xs)>::value; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
