// The macro makes what the closure returns a reference: `first` is 128 by that name, too.
#define GIVES(type) -> type

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
        int first = 0;
        auto start = [&]() GIVES(int &) { return first; };
        auto &same = start();
        first = 128;
        scratch[same + t] = sum;
        __syncthreads();
        sum += tile[t];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
