// The loop's variable is moved on in the middle of the load phase.
__global__ void pairs(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float even[128], odd[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        even[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += even[j] * (t ^ k);
        k += 128 * (sum > 1e30f);
        __syncthreads();
        odd[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += odd[j] * (t ^ k);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
