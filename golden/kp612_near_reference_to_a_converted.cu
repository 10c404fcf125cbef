// kpipe: --variant ldg
// The reference is bound to a short that is made of the int, and so is it where the register is stored.
__global__ void cut_off(const int *x, int *out, int n)
{
    __shared__ short tile[128];
    int sum = 0;

    for (int i = 0; i < n; i += 128) {
        const short &v = x[i + threadIdx.x];
        tile[threadIdx.x] = v;
        __syncthreads();
        for (int k = 0; k < 128; k++)
            sum += tile[k] * tile[k ^ threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
