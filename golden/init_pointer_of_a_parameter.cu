// Arrays by a parameter's pointer: what it points to, the launch says.
template <typename T, typename P>
__global__ void sums(int n, const P __restrict__ from, P __restrict__ out)
{
    __shared__ T tile[128];
    const T *a = from;
    T sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + 1);
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(int n, float *from, float *out)
{
    sums<float, float *><<<16, 128>>>(n, from, out);
}
