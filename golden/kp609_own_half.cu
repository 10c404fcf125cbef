// The program's own half, without CUDA's header: it counts how often it is assigned.
__device__ int assignments;

struct half {
    unsigned short bits;
    __device__ half &operator=(const half &other)
    {
        bits = other.bits;
        atomicAdd(&assignments, 1);
        return *this;
    }
};

__global__ void __launch_bounds__(128)
    mirror(half *__restrict__ y, const half *__restrict__ x, int n)
{
    __shared__ half s[128];
    const int t = threadIdx.x;
    half last = half();

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        last = s[127 - t];
        __syncthreads();
    }
    y[t] = last;
}
