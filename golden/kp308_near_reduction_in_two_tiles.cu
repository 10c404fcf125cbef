// Both tiles are reduced where they are, in a loop with barriers of its own.
__global__ void largest(const int *__restrict__ x, const int *__restrict__ z, int *__restrict__ y, int n)
{
    __shared__ int a[128], b[128];
    const int t = threadIdx.x;
    int sum = 0;

    for (int i = 0; i < n; i += 128) {
        __syncthreads();
        a[t] = x[i + t];
        b[t] = z[i + t];
        __syncthreads();
        for (int s = 64; s; s >>= 1) {
            if (t < s) {
                a[t] = max(a[t], a[t + s]);
                atomicAdd(&b[t], b[t + s]);
            }
            __syncthreads();
        }
        sum = sum * 3 + a[0] + b[0];
    }
    y[blockIdx.x * 128 + t] = sum;
}
