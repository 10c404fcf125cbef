// The helper's T is a double, and the kernel has a T of its own, which no declaration in it can hide.
template <typename T> __device__ __forceinline__ void fill(T *to, const T *from, int i)
{
    const T v = from[i];
    to[threadIdx.x] = v;
}

template <typename T>
__global__ void __launch_bounds__(256)
    sums(const double *__restrict__ A, const T *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ double s[256];
    const int t = threadIdx.x;
    T sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        fill(s, A, k + t);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += float(s[j + t % 32]) * float(B[k + j]);
        __syncthreads();
    }
    out[t] = sum;
}

void launch(const double *A, const float *B, float *out, int n)
{
    sums<float><<<1, 256>>>(A, B, out, n);
}
