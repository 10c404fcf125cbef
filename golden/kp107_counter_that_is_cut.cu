// As in kp107_near_same_term, but the counter does not hold the thread's term as it is: it is too narrow for it, or
// the sum, or each step, is rounded.

__global__ void narrow(const float *__restrict__ x, float *__restrict__ out, int n, int c)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (short i = t + c; i < t + c + n; i += 128) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

__global__ void bytes(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (char i = t; i < t + n; i += 16) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

__global__ void rounded_start(const float *__restrict__ x, float *__restrict__ out, int n, float c)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = t + c; i < t + c + n; i += 128) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

__global__ void rounded_step(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = t; i < t + n; i += 0.7f) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
