// Which operator the helper calls depends on a type that only the kernel's instances have.
template <class T> __device__ void mad(T &c, T a, T b) { c += a * b; }

template <class T>
__global__ void product(const float *__restrict__ x, const T *__restrict__ w, T *__restrict__ y, int n)
{
    __shared__ float s[128];
    T acc = 0;

    for (int k = 0; k < n; k += 128) {
        s[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            mad(acc, T(s[j]), w[j]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + threadIdx.x] = acc;
}

void launch(const float *x, const double *w, double *y, int n) { product<<<8, 128>>>(x, w, y, n); }
