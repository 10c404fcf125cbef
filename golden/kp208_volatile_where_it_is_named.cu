// A block waits for the one before it by what is volatile where it is named, and not where it was declared.
__global__ void __launch_bounds__(64) by_reference(const float *__restrict__ A, int *done, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    if (t == 0 && blockIdx.x) {
        volatile int &flag = done[blockIdx.x - 1];
        while (flag == 0)
            ;
    }
    __syncthreads();
    for (int k = 0; k < n; k++) {
        tile[t] = A[k * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0)
        done[blockIdx.x] = 1;
}

static __device__ void wait_for(const volatile int &flag)
{
    while (!flag)
        ;
}
__global__ void __launch_bounds__(64) by_parameter(const float *__restrict__ A, int *done, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    if (t == 0 && blockIdx.x)
        wait_for(done[blockIdx.x - 1]);
    __syncthreads();
    for (int k = 0; k < n; k++) {
        tile[t] = A[k * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0)
        done[blockIdx.x] = 1;
}

static __device__ volatile int &seen(int &flag)
{
    return flag;
}
__global__ void __launch_bounds__(64) by_result(const float *__restrict__ A, int *done, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    if (t == 0 && blockIdx.x)
        while (seen(done[blockIdx.x - 1]) == 0)
            ;
    __syncthreads();
    for (int k = 0; k < n; k++) {
        tile[t] = A[k * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0)
        done[blockIdx.x] = 1;
}

struct flags {
    int set;

    __device__ bool is_set() const volatile { return set; }
};
__global__ void __launch_bounds__(64) by_method(const float *__restrict__ A, int *done, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    if (t == 0 && blockIdx.x)
        while (!reinterpret_cast<flags *>(done)[blockIdx.x - 1].is_set())
            ;
    __syncthreads();
    for (int k = 0; k < n; k++) {
        tile[t] = A[k * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0)
        done[blockIdx.x] = 1;
}

struct groups {
    int set[64];
};
__global__ void __launch_bounds__(64) by_object(const float *__restrict__ A, int *done, float *__restrict__ C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;

    if (t == 0 && blockIdx.x) {
        const volatile groups *all = reinterpret_cast<groups *>(done);
        while (all->set[blockIdx.x - 1] == 0)
            ;
    }
    __syncthreads();
    for (int k = 0; k < n; k++) {
        tile[t] = A[k * 64 + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0)
        done[blockIdx.x] = 1;
}
