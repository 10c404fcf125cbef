// Only the body names the type: an instance of another one is asserted away by the definition's name.
template <class ELEMENT>
__global__ void total(const void *__restrict__ in, void *out, int n);

template <class T>
__global__ void total(const void *__restrict__ in, void *out, int n)
{
    __shared__ T tile[128];
    const int t = threadIdx.x;
    const T *from = static_cast<const T *>(in);
    T sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = from[k + t];
        __syncthreads();
        for (int i = 0; i < 128; ++i)
            sum += tile[i] * i;
        __syncthreads();
    }
    static_cast<T *>(out)[t] = sum;
}

void run(const void *in, void *out, int n)
{
    total<float><<<1, 128>>>(in, out, n);
}
