// In here units::Value is that of another namespace.
namespace units {
struct Value { float v; };
__device__ Value get(const float *p) { return Value{*p}; }
} // namespace units

namespace own {
namespace small {
struct Value { signed char v; };
} // namespace small
namespace units = small;
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const auto e = ::units::get(&x[k + t]);
        xs[t] = e.v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
} // namespace own
