// Arrays at file scope that one kernel alone names are its own.
constexpr int T = 128;

__shared__ float tile[2 * T], scale[16][T]; // both

template <int N>
__global__ void sums(const float *__restrict__ x, const float *__restrict__ w,
                     float *__restrict__ y, int n)
{
    float sum = 0;
    for (int k = 0; k < n; k += 2 * T) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        for (int i = threadIdx.x; i < 4 * T; i += 256)
            scale[i / T][i % T] = w[k * 2 + i];
        __syncthreads();
        for (int j = 0; j < 2 * T; j += 8)
            sum += tile[j] * scale[threadIdx.x % 4][j % T] * N;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, const float *w, float *y, int n)
{
    sums<3><<<8, 256>>>(x, w, y, n);
}
