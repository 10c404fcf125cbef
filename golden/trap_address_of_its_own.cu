// kpipe: --variant cp-async
// The element's type has an operator & that does not give its address.
struct cell {
    float a;
    __device__ cell *operator&() { return nullptr; }
    __device__ const cell *operator&() const { return nullptr; }
};

__global__ void __launch_bounds__(256)
    sum(const cell *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ cell tile[256];
    const int t = threadIdx.x;
    float s = 0.0f;

    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            s += tile[j].a * j;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = s;
}
