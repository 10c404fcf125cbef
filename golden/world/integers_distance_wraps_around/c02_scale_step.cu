__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[256];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 256) {
        for (unsigned i = 0; i < 131072; i += 65536) As[i * 65536u + threadIdx.x] = A[k + t + i / 65536];
        __syncthreads();
        s += As[t ^ 1];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
