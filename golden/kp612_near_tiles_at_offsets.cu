// Two tiles in one array, neither at its beginning: each thread reads elements of others.
__global__ void k(const float *__restrict__ A, const float2 *__restrict__ B, float *out, int n)
{
    __shared__ float raw[200];
    float *s = raw + 2;
    float2 *p = (float2 *)(raw + 68);
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 64) {
        s[t] = A[i + t];
        p[t] = B[i + t];
        __syncthreads();
        sum += s[t ^ 1] * p[t ^ 2].x;
        __syncthreads();
    }
    out[t] = sum;
}
