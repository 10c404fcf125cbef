// kpipe: --stages 2
// The parameter has a name: its value is an address in one of the instances.
template <bool, class T> struct only_if;
template <class T> struct only_if<true, T> {
    using type = T;
};
template <class T> struct is_wide {
    static constexpr bool value = sizeof(T) > 4;
};

template <class T, typename only_if<!is_wide<T>::value, void>::type * at = nullptr>
__device__ float weight(const T &a, const T &b)
{
    return at ? a : a * 0.5f + b;
}
template <class T, typename only_if<is_wide<T>::value, void>::type * at = nullptr>
__device__ float weight(const T &a, const T &b)
{
    return a * 0.25f - b;
}

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += weight(tile[j], tile[t]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
