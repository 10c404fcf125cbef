// A header's operators of vectors: in the only instance the template's are those of the language.
static __inline__ __host__ __device__ float3 operator*(const float3 &a, const float3 &b)
{
    return make_float3(a.x * b.x, a.y * b.y, a.z * b.z);
}
static __inline__ __host__ __device__ float3 operator+(const float3 &a, const float3 &b)
{
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static __inline__ __host__ __device__ void operator+=(float3 &a, const float3 &b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}

template <class D, class I>
__global__ void gather(const D *__restrict__ A, const I *__restrict__ rows, int width,
                       D *__restrict__ y)
{
    __shared__ D tile[16][16];
    const int x = threadIdx.x, r = threadIdx.y;
    const I row = rows[blockIdx.x * 16 + r];
    D sum = 0;

    for (int k = 0; k < width; k += 16) {
        tile[r][x] = A[width * row + k + x];
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += tile[r][j] * tile[j][x];
        __syncthreads();
    }
    y[(blockIdx.x * 16 + r) * 16 + x] = sum;
}
template __global__ void gather<float, int>(const float *, const int *, int, float *);
