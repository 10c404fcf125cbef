// A function of the program has the name, for a type that an instance has: it is each thread's own.
struct count {
    int n;
    __device__ operator int() const
    {
        return n;
    }
};

__device__ int min(count a, count b)
{
    return a.n + (threadIdx.x & b.n) * 128;
}

template <typename T, typename I>
__global__ void sums(const T *__restrict__ a, T *__restrict__ out, I n, int limit)
{
    using ::min;
    __shared__ T tile[128];
    T sum = 0;
    const int end = min(n, I{limit});

    for (int k = 0; k < end; k += 128) {
        tile[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + 1);
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *a, float *out, int n)
{
    sums<float, count><<<16, 128>>>(a, out, count{n}, 1000);
}
