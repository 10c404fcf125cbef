// Each row of blocks has a part of the sum; how long that is is a size.
__global__ void dots(const float *__restrict__ A, const float *__restrict__ r, float *__restrict__ s, int n, int part)
{
    __shared__ float rs[128];
    int col = blockIdx.x * 128 + threadIdx.x;
    float sum = 0;
    int first = blockIdx.y * part;
    for (int i = first; i < first + part; i += 128) {
        rs[threadIdx.x] = r[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += A[(i + j) * n + col] * rs[j];
        __syncthreads();
    }
    s[blockIdx.y * n + col] = sum;
}
void run(const float *A, const float *r, float *s, int n, int part)
{
    dots<<<dim3(n / 128, 4), 128>>>(A, r, s, n, part);
}
