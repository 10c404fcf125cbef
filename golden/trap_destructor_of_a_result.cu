// What a function returns ends behind the statement: its destructor stores what compute reads.
struct place {
    int i;
    float *last;
    __device__ ~place() { *last = i; }
    __device__ int index() const { return i; }
};
__device__ place at(int i, float *last)
{
    return place{i, last};
}

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, float *z, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int i = at(k + t, z).index();
        xs[t] = x[i];
        __syncthreads();
        sum += xs[127 - t] * z[0];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
