// A plain template element type: staging registers of type T.
template <typename T>
__global__ void gemv(const T *__restrict__ A, const T *__restrict__ x, T *__restrict__ y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    T sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}

template __global__ void gemv<float>(const float *, const float *, float *, int);
template __global__ void gemv<double>(const double *, const double *, double *, int);
