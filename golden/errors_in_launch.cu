// The parser does not know what the launch hands over: its errors are no reason to leave the loop, also where the launch
// is written twice.
#define T 16

struct tensor {
    float *at;
#ifndef __clang__
    float *data() const { return at; }
#endif
};

__global__ void product(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float room[];
    float *as = room, *bs = room + T * T;
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        as[y * T + x] = a[row * n + k + x];
        bs[y * T + x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += as[y * T + i] * bs[i * T + x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

void run(const tensor &a, const tensor &b, const tensor &c, int n, size_t bytes)
{
    dim3 block(T, T), grid(n / T, n / T);

    product<<<grid, block, bytes>>>(a.data(), b.data(), c.data(), n);
}
