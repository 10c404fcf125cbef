// Nobody has asked for the class yet when the array without a bound is declared: it has no alignment.
template <int N>
struct bytes {
    char b[N];
};

struct room {
    __device__ void *start()
    {
        extern __shared__ bytes<2> memory[];

        return memory;
    }
};

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
