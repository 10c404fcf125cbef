// kpipe: --shape ring --variant cp-async
// All threads come to the loop, or none does.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[64];
    float sum = 0.0f;

    if (n > 0) {
        for (int k = 0; k < n; k += 64) {
            __syncthreads();
            s[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += s[j];
        }
    }
    y[threadIdx.x] = sum;
}
