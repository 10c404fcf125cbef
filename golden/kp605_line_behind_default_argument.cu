// Device code computes with its line, whatever stands in the brackets in front of it.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
__device__ int second(int a = (1), const int *b = nullptr) { return b ? *b : a + __LINE__; }
__global__ void other(int *y) { y[threadIdx.x] = second(); }
