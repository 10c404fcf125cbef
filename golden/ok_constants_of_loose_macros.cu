// Only what is an operand, or stands between brackets, has the value that is asserted.
#define NEG -5
#define TWICE *2
#define SUM 1 + 1
#define COUNT 64 * 2
#define HALF(v) v / 2
#define ROWS (4 + 4)
constexpr __int128 WIDE = (__int128)1 << 100;
__global__ void f(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[COUNT];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j NEG) + xs[j] * 3 TWICE + xs[j] * SUM * ROWS + 256 - HALF(16) + (int)(WIDE >> 99);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void launch(const float *x, float *y, int n) { f<<<4, 128>>>(x, y, n); }
