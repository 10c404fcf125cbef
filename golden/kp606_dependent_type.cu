// The type that a copy moves is what a template function returns: there is no name for it.
template <typename T>
struct loader {
    const T *p;
    __device__ auto at(int i) const -> decltype(p[i] + p[i])
    {
        return p[i] + p[i];
    }
};

template <typename T>
__global__ void gemv(const T *__restrict__ A, const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        auto v = loader<T>{x + k}.at(t);
        xs[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += float(A[(k + j) * n + row]) * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
