// What `min` is of the template's types, an instance says; no function of the program has the name.
template <typename T, typename I>
__global__ void sums(const T *__restrict__ a, T *__restrict__ out, I n, int limit)
{
    using ::min;
    __shared__ T tile[128];
    T sum = 0;
    const I end = min(n, (I)limit);

    for (I k = 0; k < end; k += 128) {
        tile[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + 1);
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *a, float *out, int n)
{
    sums<float, int><<<16, 128>>>(a, out, n, 1000);
}
