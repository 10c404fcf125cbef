// kpipe: --layout auto
// A closure that returns the element itself gives its place to whoever calls it.
__global__ void __launch_bounds__(1024) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[32][32];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    auto get = [&](int r, int c) -> decltype(auto) { return (s[r][c]); };
    for (int i = 0; i < n; ++i) {
        s[y][x] = A[(i * 32 + y) * 32 + x];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += get(x, j) * (j + y);
        __syncthreads();
    }
    C[(blockIdx.x * 32 + y) * 32 + x] = sum;
}
void run(const float *A, float *C, int n) { k<<<1, dim3(32, 32)>>>(A, C, n); }
