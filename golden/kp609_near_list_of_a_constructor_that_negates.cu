// kpipe: --variant cp-async --stages 2
// The list has one value, which is not what the element becomes: no copy of its bits.
struct Neg {
    float v;
    Neg() = default;
    __device__ Neg(float a) : v(-a)
    {
    }
};
template <typename T> __global__ void smooth(const T *__restrict__ x, T *__restrict__ y, int n)
{
    __shared__ Neg xs[128];
    const int t = threadIdx.x;
    T sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = {x[k + t]};
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += xs[j ^ t].v;
        __syncthreads();
    }
    y[t] = sum;
}
void run(const float *x, float *y, int n)
{
    smooth<float><<<8, 128>>>(x, y, n);
}
