// All four parts of the header are there: which is which is sure. Its loop ends in front of the tile.
#define EACH(begin, test, step) for (begin; test; step)

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
        int i = t;
        EACH(i = t, i < 128, i += 64)
        {
            scratch[i] = sum + i;
        }
        __syncthreads();
        sum += scratch[63 - t] + scratch[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
