// A copy in do { .. } while (0) is made in every iteration.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float s[256];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 256) {
        do {
            *(float4 *)&s[4 * t] = *(const float4 *)&x[i + 4 * t];
        } while (0);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
