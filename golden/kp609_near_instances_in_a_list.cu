// .. and variables that name them.
template <typename T, typename P, int FIRST>
__global__ void sums(int n, const P from, P out)
{
    __shared__ T tile[128];
    const T *a = (const T *)from;
    T sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[threadIdx.x] = a[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + FIRST);
        __syncthreads();
    }
    ((T *)out)[blockIdx.x * 128 + threadIdx.x] = sum;
}

template <typename T, typename P>
void run(int n, const P from, P out, int which)
{
    void (*all[])(int n, const P from, P out) = {sums<T, P, 1>, sums<T, P, 2>};

    all[which]<<<16, 128>>>(n, from, out);
}

void run_floats(int n, float *from, float *out, int which)
{
    const auto first = sums<float, float *, 1>, second = sums<float, float *, 2>;

    (void)first;
    (void)second;
    run<float, float *>(n, from, out, which);
}
