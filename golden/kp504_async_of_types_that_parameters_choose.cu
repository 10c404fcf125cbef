// kpipe: --stages 3
// One of the instances converts on the way.
template <bool WIDE, typename X, typename Y>
struct either {
    using type = X;
};

template <typename X, typename Y>
struct either<false, X, Y> {
    using type = Y;
};

template <typename T, bool WIDE>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n)
{
    using value = typename either<WIDE, double, T>::type;
    __shared__ value as[256];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        as[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[(j + t) % 256] * as[j];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, const int *B, float *C, int n)
{
    sums<float, false><<<1, 256>>>(A, C, n);
    sums<int, true><<<1, 256>>>(B, C, n);
}
