// kpipe: --variant ldg --stages 2
// A function changes one of two elements that are equal before.
__device__ void add(float &sum, float x)
{
    if (x > 2)
        sum += x;
}

__global__ void k(const float *__restrict__ A, float *out, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float total = 0, sum[2];

    for (int i = 0; i < n; i += 64) {
        s[t] = A[i + t];
        __syncthreads();
        sum[0] = 0;
        sum[1] = 0;
        add(sum[1], s[t ^ 1]);
        total += sum[0] * t + sum[1];
        __syncthreads();
    }
    out[t] = total;
}
