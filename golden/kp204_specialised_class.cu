// The instance calls a specialisation.
template <class T> struct step {
    __device__ static float next(float v) { return v; }
};
template <> struct step<int> {
    __device__ static float next(float v) { return atomicAdd((float *)nullptr, v); }
};
template <class S> __device__ float go(float v) { return step<S>::next(v); }

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += go<int>(xs[127 - t]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
