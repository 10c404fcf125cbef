// A class template is named as one of CUDA's functions: its constructor counts what is loaded.
__device__ int made;
namespace own {
template <int N>
struct fmaf {
    __device__ fmaf(float &v, const float *p, int i)
    {
        v = p[i] + N;
        made = made + 1;
    }
};
}
template <int N>
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    using own::fmaf;
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        float v = x[k + t];
        fmaf<N>(v, y, t);
        xs[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void run(const float *x, float *y, int n) { sums<2><<<1, 128>>>(x, y, n); }
