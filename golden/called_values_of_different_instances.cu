// kpipe: --stages 3
// A specialisation returns something else: no words are those of both instances.
template <typename X>
__device__ X fetch(const X *p, int i)
{
    return p[i];
}

template <>
__device__ int fetch<int>(const int *p, int i)
{
    return p[i + 1];
}

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ T as[256];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        as[t] = fetch(A, k + t);
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[(j + t) % 256] * as[j];
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *A, const int *B, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
    sums<<<1, 256>>>(B, C, n);
}
