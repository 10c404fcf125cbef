// kpipe: --stages 2
// Copies that are no longer what the variables are.

__global__ void changed(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int by = 1;
    auto load = [=](int k) { As[t] = A[k + t + by]; };
    by = 2;
    for (int k = 0; k < n; k += 256) {
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum + by;
}

__global__ void counts(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int by = 1;
    auto load = [=](int k) mutable { As[t] = A[k + t + by++]; };
    for (int k = 0; k < n; k += 256) {
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum + by;
}

__global__ void array(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int by[1] = {1};
    auto load = [=](int k) { As[t] = A[k + t + by[0]]; };
    by[0] = 2;
    for (int k = 0; k < n; k += 256) {
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum + by[0];
}

__global__ void own(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto load = [A = A + 1, t](int k) { As[t] = A[k + t]; };
    for (int k = 0; k < n; k += 256) {
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum;
}

__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int by = 1;
    int &it = by;
    auto load = [=](int k) { As[t] = A[k + t + it]; };
    by = 2;
    for (int k = 0; k < n; k += 256) {
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum + by;
}

__global__ void stepped(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *p = A;
    auto load = [=](int k) { As[t] = p[k + t]; };
    for (int k = 0; k < n; k += 256) {
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
        p += 1;
    }
    C[blockIdx.x * 256 + t] = sum + *p;
}
