// kpipe: --variant=cp-async
// Pointers that the loop moves on stay global for the loop as written: it loads by LDG, not by LD.
#define T 16
__global__ void product(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[T][T], bs[T][T];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    a += blockIdx.y * T * n;
    b += blockIdx.x * T;
    for (int k = 0; k < n; k += T) {
        as[y][x] = k + x < n ? a[y * n + x] : 0;
        bs[y][x] = k + y < n ? b[y * n + x] : 0;
        a += T;
        b += T * n;
        __syncthreads();
        for (int i = 0; i < T; ++i)
            sum += as[y][i] * bs[i][x];
        __syncthreads();
    }
    c[(blockIdx.y * T + y) * n + blockIdx.x * T + x] = sum;
}
void run(const float *a, const float *b, float *c, int n)
{
    product<<<dim3(n / T, n / T), dim3(T, T)>>>(a, b, c, n);
}
