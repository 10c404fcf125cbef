// kpipe: --stages 2
// Another build has another text of the macro, which its uses would no longer follow.
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

#ifdef TWICE_THE_BLOCKS
#define LAUNCH_WEIGHTS(type)                                                                       \
    weights<type><<<2, 128, bytes, stream>>>(                                                      \
        reinterpret_cast<const type *>(x),                                                         \
        reinterpret_cast<type *>(out), n);
#else
#define LAUNCH_WEIGHTS(type)                                                                       \
    weights<type><<<1, 128, bytes, stream>>>(                                                      \
        reinterpret_cast<const type *>(x),                                                         \
        reinterpret_cast<type *>(out), n);
#endif

void launch(const void *x, void *out, int n, bool wide, cudaStream_t stream)
{
    const size_t bytes = 256 * (wide ? sizeof(double) : sizeof(float));

    if (wide) {
        LAUNCH_WEIGHTS(double)
    } else {
        LAUNCH_WEIGHTS(float)
    }
}
