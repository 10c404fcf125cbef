// As kp403_near_pointer_of_the_body, but the element is another one the next time: by its index, by the
// bytes that are added, or as the pointer is set again. One buffer.
__global__ void by_index(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k0 = 0; k0 < K; k0 += 32) {
        float *to = &As[(k0 + t) % 64];
        *to = A[k0 + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += As[j] * (j ^ t);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void by_sum(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k0 = 0; k0 < K; k0 += 32) {
        float *to = As + k0 % 64;
        to[t] = A[k0 + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += As[j] * (j ^ t);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void set_again(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k0 = 0; k0 < K; k0 += 32) {
        float *to = &As[t];
        if (k0 & 32)
            to = &As[32 + t];
        *to = A[k0 + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += As[j] * (j ^ t);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void in_an_outer_loop(const float *__restrict__ A, float *__restrict__ C, int K, int m)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < m; ++i)
        for (int k0 = 0; k0 < K; k0 += 32) {
            float *to = &As[i % 2 * 32 + t];
            *to = A[k0 + t];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += As[j] * (j ^ t);
            __syncthreads();
        }
    C[t] = sum;
}
