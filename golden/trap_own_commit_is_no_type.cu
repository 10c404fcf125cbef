// kpipe: --variant cp-async
// The class has a type of a name that is nobody else's.
namespace
{
struct sum_of {
    typedef int own_pipeline_commit;

    static __device__ void all(const float *__restrict__ x, float *__restrict__ y, int n)
    {
        __shared__ float s[64];
        const int t = threadIdx.x;
        float sum = 0.0f;

        for (int i = 0; i < n; i += 64) {
            s[t] = x[i + t];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += s[j] * j;
            __syncthreads();
        }
        y[blockIdx.x * 64 + t] = sum;
    }
};
} // namespace

__global__ void k(const float *x, float *y, int n)
{
    sum_of::all(x, y, n);
}
