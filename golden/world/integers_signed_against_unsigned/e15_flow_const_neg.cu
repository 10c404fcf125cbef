constexpr unsigned N = 4;
__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[128]; int v = 0;
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 128) {
        v = I[k + t]; As[t] = A[k + v];
        __syncthreads();
        const int lo = -4; for (int q = 0; q < 4; q++) { for (int j = lo; j < N; j += 1) v = 3; s += As[q] * v; }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
