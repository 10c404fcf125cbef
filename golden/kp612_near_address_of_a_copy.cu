// The function changes the copy whose address it gets, not the tile that it was made of.
__device__ float use(float *s) { *s += 5; return *s * 0.5f; }
__global__ void f(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[128];
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        s[threadIdx.x] = A[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 128; i++) {
            float t = s[i];
            sum += use(&t);
        }
        __syncthreads();
    }
    C[threadIdx.x] = sum;
}
