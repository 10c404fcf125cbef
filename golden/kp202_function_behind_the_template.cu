// A function that stands behind the template: its text cannot state the instance.
namespace scale {
__device__ float twice(float x) { return 2 * x; }
} // namespace scale

template <float (*F)(float), int T>
__global__ void product(float *out, const float *__restrict__ A, const float *__restrict__ B, int k,
                        int n)
{
    __shared__ float As[T][T], Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0;
    for (int l = 0; l < k; l += T) {
        As[ty][tx] = A[(blockIdx.y * T + ty) * k + l + tx];
        Bs[ty][tx] = B[(l + ty) * n + blockIdx.x * T + tx];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += F(As[ty][j]) * Bs[j][tx];
        __syncthreads();
    }
    out[(blockIdx.y * T + ty) * n + blockIdx.x * T + tx] = sum;
}
__device__ float half_of(float x) { return x / 2; }
void launch(float *o, const float *a, const float *b, int k, int n)
{
    product<scale::twice, 16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(o, a, b, k, n);
    product<half_of, 32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(o, a, b, k, n);
}
