// kpipe: -- -std=c++14
// The copy of a temporary counts in global memory, and before C++17 a compiler may make it.
__device__ int copies;

struct value {
    float x;
    __device__ value(float x) : x(x) {}
    __device__ value(const value &v) : x(v.x) { ++copies; }
};

__device__ value twice(float x)
{
    return value(2 * x);
}

__global__ void sums(const float *__restrict__ from, float *__restrict__ to, int n)
{
    __shared__ float tile[64];
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        tile[threadIdx.x] = from[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; ++j) {
            value v = twice(tile[j]);

            sum += v.x;
        }
        __syncthreads();
    }
    to[threadIdx.x] = sum;
}

void run(const float *from, float *to, int n)
{
    sums<<<1, 64>>>(from, to, n);
}
