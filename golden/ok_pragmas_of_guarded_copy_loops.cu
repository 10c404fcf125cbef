// kpipe: --variant ldg
// Loops that not every thread goes round as often: what is asked inside stands in front of the pragma of the inner
// loop, be it kpipe's or the file's, with braces and without.
__global__ void product(const float *__restrict__ a, const float *__restrict__ b, const float *__restrict__ c,
                        float *__restrict__ out, int n)
{
    __shared__ float s[12][24], t[12][24], u[12][24];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 12) {
        for (int r = ty; r < 12; r += 8)
            for (int i = tx; i < 24; i += 16)
                s[r][i] = a[(k + r) * 24 + i];
        for (int r = ty; r < 12; r += 8)
            #pragma unroll 1
            for (int i = tx; i < 24; i += 16)
                t[r][i] = b[(k + r) * 24 + i];
        for (int r = ty; r < 12; r += 8) {
            #pragma unroll
            for (int i = tx; i < 24; i += 16) {
                u[r][i] = c[(k + r) * 24 + i];
            }
        }
        __syncthreads();
        for (int r = 0; r < 12; ++r)
            for (int i = 0; i < 24; ++i)
                sum += s[r][i] * t[r][i] + u[r][i];
        __syncthreads();
    }
    out[threadIdx.y * 16 + threadIdx.x] = sum;
}

void run(const float *a, const float *b, const float *c, float *out, int n)
{
    product<<<1, dim3(16, 8)>>>(a, b, c, out, n);
}
