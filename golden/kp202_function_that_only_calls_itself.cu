// A function whose only statement is a call of itself is no barrier, nor a copy.
__device__ void forever(void *to, const void *from) { forever(to, from); }
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        forever(&s[t], &x[i + t]);
        __syncthreads();
        acc += s[63 - t];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
