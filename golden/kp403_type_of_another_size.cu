// kpipe: --variant ldg --stages 2
// The numbers that are read are of elements of another size.
template <typename T, typename U>
__global__ void sums(int m, const T *__restrict__ q, U *__restrict__ out)
{
    __shared__ T buf[256];
    U s = 0;

    for (int k0 = 0; k0 < m; k0 += 256) {
        const int end = min(m, k0 + 256) - k0;
        for (int k = threadIdx.x; k < end; k += blockDim.x)
            buf[k] = q[k0 + k];
        __syncthreads();
        for (int k = 0; k < end; k++)
            s += ((U *)buf)[k];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
