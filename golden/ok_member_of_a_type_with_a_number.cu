// A member's type has a number among its arguments, which is no value of the member's: making the
// object runs nothing.
template <class T, int N>
struct lanes {
    T v[N];
};

struct pair {
    lanes<float, 2> l;
};

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        pair p;
        xs[t] = x[k + t];
        __syncthreads();
        p.l.v[0] = xs[127 - t];
        p.l.v[1] = xs[t];
        sum += p.l.v[0] * p.l.v[1];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
