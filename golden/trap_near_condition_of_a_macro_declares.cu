// The macro's condition declares a variable, and only one branch loads.
#define IF(test) if (test)

__global__ void scan(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        IF(int left = n - k - t)
            tile[t] = x[k + t];
        else
            tile[t] = 1.0f;
        __syncthreads();
        sum += tile[127 - t] * (k + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
