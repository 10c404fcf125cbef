// Two buffers in one array: the row hangs on a copy loop's counter and on the buffer.
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float xs[2 * 32][32];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;

    for (int j = 0; j < n; ++j) {
        for (int jj = y; jj < 32; jj += 8)
            xs[(j & 1) * 32 + jj][x] = A[(j * 32 + jj) * 32 + x];
        __syncthreads();
        for (int d = 0; d < 32; ++d)
            sum += xs[(j & 1) * 32 + d][x] * (x ^ d);
    }
    C[y * 32 + x] = sum;
}

__global__ void starts(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float xs[2 * 32][32];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;

    for (int j = 0; j < n; ++j) {
        const int first = j % 2 * 32;
        for (int jj = first + y; jj < first + 32; jj += 8)
            xs[jj][x] = A[(j * 32 + jj - first) * 32 + x];
        __syncthreads();
        for (int d = first; d < first + 32; ++d)
            sum += xs[d][x] * (x ^ d);
    }
    C[y * 32 + x] = sum;
}

__global__ void pointers(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float xs[2 * 512];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 512) {
        float *to = xs + t + k / 512 % 2 * 512;
        for (int i = t; i < 512; i += 128) {
            *to = A[k + i];
            to += 128;
        }
        __syncthreads();
        for (int i = 0; i < 512; ++i)
            sum += xs[k / 512 % 2 * 512 + i] * (t ^ i);
    }
    C[blockIdx.x * 128 + t] = sum;
}
