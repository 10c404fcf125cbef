// kpipe: --variant cp-async
// The loop that stores counts otherwise than the one that fills.
__global__ void f(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[1024];
    const int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < n; k++) {
        float v[4];
        for (int i = 0; i < 4; i++)
            v[i] = A[k * 1024 + t + i * 256];
        for (int i = 0; i < 4; i++)
            s[t + (i++ + 0) * 256] = v[i];
        __syncthreads();
        acc += s[255 - t] + s[512 + t];
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = acc;
}
