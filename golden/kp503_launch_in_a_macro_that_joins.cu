// kpipe: --stages 2
// The macro joins its argument to a word.
template <typename T>
__global__ void weights(const T *__restrict__ x, T *__restrict__ out, int n)
{
    extern __shared__ char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    T *last = tile + 128;
    const int t = threadIdx.x;
    T sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * tile[(j + t) % 128];
        __syncthreads();
    }
    last[t] = sum;
    __syncthreads();
    out[t] = last[127 - t];
}

#define LAUNCH_WEIGHTS(type)                                                                       \
    weights<type><<<1, 128, bytes_of_##type, stream>>>(                                                   \
        reinterpret_cast<const type *>(x),                                                         \
        reinterpret_cast<type *>(out), n);

void launch(const void *x, void *out, int n, bool wide, cudaStream_t stream)
{
    const size_t bytes_of_double = 256 * sizeof(double), bytes_of_float = 256 * sizeof(float);

    if (wide) {
        LAUNCH_WEIGHTS(double)
    } else {
        LAUNCH_WEIGHTS(float)
    }
}
