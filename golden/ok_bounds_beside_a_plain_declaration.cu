// A declaration in the body of another function, as plain as the definition: the kernel gets bounds.
__global__ void first(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float tile[1024];
    float sum = 0;

    for (int k = 0; k < n; k += 1024) {
        tile[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 1024; i++)
            sum += tile[i] * (i + threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 1024 + threadIdx.x] = sum;
}

void run(const float *a, float *out, int n)
{
    extern __global__ void first(const float *__restrict__ a, float *__restrict__ out, int n);

    first<<<n / 1024, 1024>>>(a, out, n);
}
