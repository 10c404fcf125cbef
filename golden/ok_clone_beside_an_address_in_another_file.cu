// kpipe: --stages 2
// What is included takes the kernel's address: a launch by it asks for what it always did, so the kernel stays.
static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

#include "ok_clone_beside_an_address_in_another_file.inc"

void run(const float *x, float *y, int n)
{
    sums<<<8, 128, 512>>>(x, y, n);
    void *all[] = {&x, &y, &n};
    cudaLaunchKernel(all_kernels[0], 8, 128, all, 512, 0);
}
