// As kp609_near_conversion_of_an_object, but the objects are elements of the tile.
struct neg {
    typedef float value_type;
    float x;
    __device__ operator float() const { return -x; }
};
template <class D> __global__ void k(const D *a, float *c, int n)
{
    __shared__ D tile[32 * 32];
    float sum = 0;
    for (int i = 0; i < n; i++) {
        D v = a[i * 1024 + threadIdx.y * 32 + threadIdx.x];
        tile[threadIdx.y * 32 + threadIdx.x] = v;
        __syncthreads();
        for (int j = 0; j < 32; j++)
            sum += tile[j * 32 + threadIdx.x] * tile[threadIdx.y * 32 + j];
        __syncthreads();
    }
    c[threadIdx.y * 32 + threadIdx.x] = sum;
}
void go(const neg *a, float *c, int n)
{
    k<neg><<<1, dim3(32, 32)>>>(a, c, n);
}
