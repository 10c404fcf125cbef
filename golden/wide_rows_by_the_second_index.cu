// kpipe: --arch sm_90
// A block of 32 by 8 threads, each row of which copies every eighth row of the tile, from an unsigned
// index on.
__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[64][32];
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (unsigned r = threadIdx.y; r < 64; r += 8)
            s[r][threadIdx.x] = a[(blockIdx.x * 64 + r) * n + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[threadIdx.y * 8 + threadIdx.x % 8][j];
        __syncthreads();
    }
    out[(blockIdx.x * 8 + threadIdx.y) * 32 + threadIdx.x] = sum;
}

void launch(const float *a, float *out, int blocks, int n)
{
    sums<<<blocks, dim3(32, 8)>>>(a, out, n);
}
