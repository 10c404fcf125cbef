__device__ void back(int &i) { i -= 128; }
__global__ void k(float *__restrict__ y, const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, int n)
{
    __shared__ float As[256];
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k += 256) {
        for (int i = t; i < 256; i += 192) { As[i] = 2 * A[k + i]; back(i); }
        __syncthreads();
        for (int j = 0; j < 250; j++) s += As[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s;
}
