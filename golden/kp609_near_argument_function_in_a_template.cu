// The kernel is a template, whose instances call the same functions.
__device__ float larger(float a, float b) { return a > b ? a : b; }
__device__ float added(float a, float b) { return a + b; }
template <float (*OP)(float, float)>
__device__ float reduce(float v)
{
    for (int o = 16; o > 0; o /= 2)
        v = OP(v, __shfl_xor_sync(0xffffffff, v, o));
    return v;
}
template <int N>
__global__ void k(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[N];
    float s = 0, t = 0;
    for (int first = 0; first < n; first += N) {
        tile[threadIdx.x] = x[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < N; j++)
            s += tile[j];
        t = reduce<larger>(t + s);
        s = reduce<added>(s);
        __syncthreads();
    }
    out[threadIdx.x] = s + t;
}
void run(int n, const float *x, float *out)
{
    k<64><<<1, 64>>>(n, x, out);
    k<32><<<1, 32>>>(n, x, out);
}
