// The macro's header has no step, and its loop stores to all of `scratch`, which meets the tile in its last trip.
#define UNTIL(begin, test) for (begin; test;)

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
        UNTIL(i = t, i < 192)
        {
            scratch[i] = sum + i;
            i += 64;
        }
        __syncthreads();
        sum += scratch[63 - t] + scratch[127 - t] + tile[t];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
