// The macro in the middle of compute is empty, but not in all builds.
#ifdef STOP_EARLY
#define CHECK if (sum > 1e30f) break;
#else
#define CHECK
#endif

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        CHECK
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
