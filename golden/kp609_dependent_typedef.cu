// What a traits class calls vec only an instantiation knows; the text can name it all the same.
template <typename T>
struct traits;

template <>
struct traits<float> {
    typedef float4 vec;
    static constexpr int lanes = 4;
};

template <typename T>
__global__ void gemv(const T *__restrict__ A, const T *__restrict__ x, T *__restrict__ y, int n)
{
    typedef typename traits<T>::vec vec;
    __shared__ vec xs[32];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    T sum = 0;

    for (int k = 0; k < n; k += 32 * traits<T>::lanes) {
        if (t < 32)
            xs[t] = *reinterpret_cast<const vec *>(&x[k + t * traits<T>::lanes]);
        __syncthreads();
        for (int j = 0; j < 32 * traits<T>::lanes; ++j)
            sum += A[(k + j) * n + row] * reinterpret_cast<const T *>(xs)[j];
        __syncthreads();
    }
    y[row] = sum;
}
