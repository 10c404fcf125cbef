// WIDTH is an operand and has the value that is asserted; LAST is not, what its macro adds is beside it.
enum { WIDTH = 4, LAST = 2 };
#define WIDTH WIDTH
#define LAST LAST + 1

__global__ void f(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        for (int i = 0; i < WIDTH; ++i)
            xs[t * WIDTH + i] = x[k + t * WIDTH + i] * 2.0f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + 1) + 3 * LAST;
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}
void launch(const float *x, float *y, int n) { f<<<4, 32>>>(x, y, n); }
