// kpipe: --variant cp-async
// The function changes the tile: what it gets is the address of a reference to it.
__device__ float use(float *s) { *s += 5; return *s * 0.5f; }
__global__ void f(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[128];
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        s[threadIdx.x] = A[k + threadIdx.x];
        __syncthreads();
        float &t = s[threadIdx.x ^ 1];
        sum += use(&t);
        __syncthreads();
    }
    C[threadIdx.x] = sum;
}
