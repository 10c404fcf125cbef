// This enumeration's type has no sign: the store goes to the first part.
enum side : unsigned { LEFT, RIGHT };

__global__ void __launch_bounds__(64) scan(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float raw[256];
    float *scratch = raw, *tile = raw + 128;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        tile[t] = x[k + t];
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
        side s = LEFT;
        int first = s - 1 > 0 ? 0 : 128;
        scratch[first + t] = sum;
        __syncthreads();
        sum += tile[t];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
