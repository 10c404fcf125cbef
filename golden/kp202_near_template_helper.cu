// A template's operator may be anything; that of the instance that is called is a float's own.
template <class T> __device__ void mad(T &c, T a, T b) { c += a * b; }

__global__ void product(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    float acc = 0;

    for (int k = 0; k < n; k += 128) {
        s[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            mad(acc, s[j], w[j]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + threadIdx.x] = acc;
}
