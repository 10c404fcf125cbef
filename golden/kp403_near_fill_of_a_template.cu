// kpipe: --variant ldg --stages 2
// The size of an element is the instance's, its number is not.
template <typename T>
__global__ void sums(int m, const T *__restrict__ all, T *__restrict__ out)
{
    const T *q = all + blockIdx.x * (m + 2) * 3 + 1;
    __shared__ T buf[256 * 3];
    T s = 0;

    for (int k0 = 0; k0 < m; k0 += 256) {
        const int end = min(m, k0 + 256) - k0;
        for (int k = threadIdx.x; k < end; k += blockDim.x) {
            buf[k * 3] = q[(k0 + k) * 3];
            buf[k * 3 + 1] = q[(k0 + k) * 3 + 1];
            buf[k * 3 + 2] = q[(k0 + k) * 3 + 2];
        }
        __syncthreads();
        for (int k = 0; k < end; k++)
            s += buf[k * 3] * buf[k * 3 + 1] - buf[k * 3 + 2];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
