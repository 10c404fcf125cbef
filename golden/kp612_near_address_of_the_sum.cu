// The function adds to a variable in front of the loop, of which it gets the address.
__device__ void add(float *sum, float x) { *sum += x; }
__global__ void f(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[128];
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        s[threadIdx.x] = A[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            add(&sum, s[i]);
        __syncthreads();
    }
    C[threadIdx.x] = sum;
}
