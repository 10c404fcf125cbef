// A class like a fragment whose elements are somewhere else, for some types at least.
template <class T> struct view {
    float x[8];
};
template <> struct view<float *> {
    float *x;
};

template <class T>
__global__ void product(const float *A, const view<T> *v, float *__restrict__ C, int n)
{
    __shared__ float As[128];
    float acc = 0;
    view<T> a = *v;
    const int t = threadIdx.x;

    for (int k0 = 0; k0 < n; k0 += 128) {
        As[t] = A[k0 + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            acc += As[i] * t;
        a.x[t] = acc;
        __syncthreads();
    }
    C[t] = acc;
}
