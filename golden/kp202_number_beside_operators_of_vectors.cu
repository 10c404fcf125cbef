// Without an instance in sight, the header's operator, or another one, may be called.
static __inline__ __host__ __device__ void operator+=(float3 &a, const float3 &b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}

template <class D>
__global__ void sums(const D *__restrict__ A, int n, D *__restrict__ y)
{
    __shared__ D tile[128];
    const int t = threadIdx.x;
    D sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
