// Copy loops run through the same rows in every iteration, by their counters and by a pointer: that is
// no choice of a buffer, and the last reads of V race with its refill.
__global__ void attention(const float *__restrict__ A, const float *__restrict__ B,
                          float *__restrict__ C, int n)
{
    __shared__ float K[32][32], V[32][32], S[32][32];
    const int x = threadIdx.x, y = threadIdx.y;
    const float q = A[y * 32 + x];
    float o = 0;

    for (int j = 0; j < n; ++j) {
        for (int jj = y; jj < 32; jj += 8)
            for (int dd = x; dd < 32; dd += 32) {
                K[jj][dd] = A[(j * 32 + jj) * 32 + dd];
                V[jj][dd] = B[(j * 32 + jj) * 32 + dd];
            }
        __syncthreads();
        float s = 0;
        for (int d = 0; d < 32; ++d)
            s += q * K[x][d];
        S[y][x] = s;
        __syncthreads();
        for (int d = 0; d < 32; ++d)
            o += S[y][d] * V[d][x];
    }
    C[y * 32 + x] = o;
}

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float xs[512];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 512) {
        float *to = xs + t;
        for (int i = t; i < 512; i += 128) {
            *to = A[k + i];
            to += 128;
        }
        __syncthreads();
        for (int i = 0; i < 512; ++i)
            sum += xs[i] * (t ^ i);
    }
    C[blockIdx.x * 128 + t] = sum;
}
