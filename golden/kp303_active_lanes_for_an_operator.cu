// An instance may have an operator && of its own, which takes the number.
struct Flag { int v; __device__ bool operator&&(unsigned m) const { return m == 0xffffffffu; } };
template <class F>
__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n, F f)
{
    __shared__ float as[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        if (f && __activemask())
            as[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += as[j] * as[(j + t) % 128];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
void launch(const float *a, float *o, int n) { sums<<<4, 128>>>(a, o, n, Flag{1}); }
