// kpipe: --stages 2
// Conversions that read all of their objects, in a loop too, whose registers are an array.
struct chosen {
    float x, y;

    __device__ operator float() const { return x > 0 ? x * y : -y; }
};

struct of_point {
    float2 at;

    __device__ operator float() const { return at.x - at.y; }
};

__global__ void __launch_bounds__(128) chosen_ones(const chosen *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        for (int i = t; i < 128; i += 64)
            tile[i] = A[k + i];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(128) points(const of_point *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
