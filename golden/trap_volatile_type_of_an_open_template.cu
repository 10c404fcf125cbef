// A volatile number is arithmetic for std::is_arithmetic: the assertion in the output must exclude it, as no instance is in sight.
template <class T> __global__ void sums(T *in, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float s = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = in[i + t] * 2;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += tile[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = s;
}
