// kpipe: --variant ldg --stages 2
// What ends the copy loops differs between iterations: elements keep what was there before.
#define T 64

__global__ void by_the_counter(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    as[t] = as[t + 64] = as[t + 128] = as[t + 192] = 0.0f;
    __syncthreads();
    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; ++i) {
            int j = t + i * T;
            if (k + j >= n)
                break;
            as[j] = a[k + j] * 0.5f;
        }
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            sum += as[i] * (t + 1);
        __syncthreads();
    }
    c[blockIdx.x * T + t] = sum;
}

__global__ void under_a_condition(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; ++i) {
            int j = t + i * T;
            if (k > 256) {
                if (j >= 200)
                    break;
            }
            as[j] = a[k + j] * 0.5f;
        }
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            sum += as[i] * (t + 1);
        __syncthreads();
    }
    c[blockIdx.x * T + t] = sum;
}

__global__ void in_a_branch(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; ++i) {
            int j = t + i * T;
            if (k + j < n) {
                if (j >= 200)
                    break;
                as[j] = a[k + j] * 0.5f;
            } else
                as[j] = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            sum += as[i] * (t + 1);
        __syncthreads();
    }
    c[blockIdx.x * T + t] = sum;
}

__global__ void between(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; ++i) {
            int j = t + i * T;
            if (k + j < n)
                as[j] = a[k + j] * 0.5f;
            if (j >= 200)
                break;
            if (k + j >= n)
                as[j] = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 256; ++i)
            sum += as[i] * (t + 1);
        __syncthreads();
    }
    c[blockIdx.x * T + t] = sum;
}
