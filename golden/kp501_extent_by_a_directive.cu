// kpipe: --stages 2
// What the macro's text names is visible by the directive of the kernel alone, not in front of it.
#define ROWS LINES
#define COLS 128

namespace app
{
constexpr int LINES = 64;
}

__global__ void sums(const float *__restrict__ a, float *__restrict__ c, int n)
{
    using namespace app;
    __shared__ float as[ROWS][COLS];
    float sum = 0;

    for (int k = 0; k < n; k += ROWS) {
        for (int i = 0; i < ROWS; i++)
            as[i][threadIdx.x] = a[(k + i) * COLS + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < ROWS; i++)
            sum += as[i][threadIdx.x] * as[i][127 - threadIdx.x];
        __syncthreads();
    }
    c[threadIdx.x] = sum;
}

void launch(const float *a, float *c, int n)
{
    sums<<<1, COLS>>>(a, c, n);
}
