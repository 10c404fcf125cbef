// The K-loop stands in a case of a switch.
__global__ void pick(const float *__restrict__ x, const float *__restrict__ w,
                     float *__restrict__ y, int n, int mode)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    switch (mode) {
    case 0:
        for (int k = 0; k < n; k += 128) {
            tile[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (j ^ t);
            __syncthreads();
        }
        break;
    case 1:
        for (int k = 0; k < n; k += 128) {
            tile[t] = w[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum -= tile[j] * (j ^ t);
            __syncthreads();
        }
        break;
    default:
        sum = x[t];
    }
    y[blockIdx.x * 128 + t] = sum;
}
