// go() calls the step() that is not const, which has a barrier.
template <typename T>
struct walk {
    T at;

    __device__ void step()
    {
        __syncthreads();
        at += 1;
    }
    __device__ void step() const {}
    __device__ void go() { step(); }
};

__global__ void walks(const float *__restrict__ x, float *out, int n)
{
    __shared__ float xs[128], other[128];
    int t = threadIdx.x;
    walk<float> w{0.0f};
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += xs[j];
        other[t] = sum;
        w.go();
        sum += other[t ^ 1];
        __syncthreads();
    }
    out[t] = sum + w.at;
}
