// The build's compiler has another value for its own macros than the parser of this text: here the
// second stage would not be aligned.
constexpr int rows() { return __GNUC__ > 9 ? 257 : 256; }

__global__ void k(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float s[rows()];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        ((float4 *)s)[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
