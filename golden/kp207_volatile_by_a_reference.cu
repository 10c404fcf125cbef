// Volatile by the reference that a cast, a function or an operator makes of what is not.
__global__ void __launch_bounds__(64) by_cast(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k++) {
        tile[t] = static_cast<const volatile float &>(A[k * 64 + t]);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) in_c(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k++) {
        tile[t] = (const volatile float &)A[k * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) of_a_tile(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k++) {
        tile[t] = A[k * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += static_cast<volatile float &>(tile[j]);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
}

static __device__ const volatile float &at(const float *x, int i)
{
    return x[i];
}
__global__ void __launch_bounds__(64) by_result(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k++) {
        tile[t] = at(A, k * 64 + t);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
}

struct row {
    const float *data;

    __device__ const volatile float &operator[](int i) const { return data[i]; }
};
__global__ void __launch_bounds__(64) by_operator(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k++) {
        tile[t] = row{A}[k * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
}

template <class T> struct seen {
    typedef const volatile T &type;
};
template <class T>
__global__ void __launch_bounds__(64) of_an_instance(const T *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ T tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k++) {
        tile[t] = static_cast<typename seen<T>::type>(A[k * 64 + t]);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
}

void run(const float *A, float *C, int n)
{
    of_an_instance<<<1, 64>>>(A, C, n);
}
