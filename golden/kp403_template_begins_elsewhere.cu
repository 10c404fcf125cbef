// kpipe: --variant ldg --stages 2
// Where the fill begins depends on the iteration in each instance.
template <typename T, int B>
__global__ void sums(int m, const T *__restrict__ q, T *__restrict__ out)
{
    __shared__ T buf[256];
    T s = 0;

    for (int k0 = 0; k0 < m; k0 += 256) {
        const int end = min(m, k0 + 256) - k0;
        for (int k = threadIdx.x + (k0 & B); k < end; k += blockDim.x)
            buf[k] = q[k0 + k];
        __syncthreads();
        for (int k = 0; k < end; k++)
            s += buf[k];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
