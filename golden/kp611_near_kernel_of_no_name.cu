// kpipe: --from kp611_near_kernel_of_no_name.a.inc --from kp611_near_kernel_of_no_name.b.inc
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * scale(j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
