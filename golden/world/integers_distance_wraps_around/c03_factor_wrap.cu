__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[256];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 256) {
        for (unsigned i = 0; i < 2; i++) for (unsigned j = 0; j < 2; j++) As[threadIdx.x * 2 + j + i * 65536u * 65536u] = A[k + t + i + j];
        __syncthreads();
        s += As[t ^ 1];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
