// kpipe: --stages 2
// The language's own operator for float reads what the other instance's function does not.
template <class T> struct vec {
    T x, y, z;
    vec() = default;
    __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {}
};
struct nop {
    float v;
    __device__ float operator-(const nop &) const { return v; }
};
__device__ float up(nop a) { return a.v; }
__device__ float up(float a) { return a; }

template <class S> __global__ void sums(const vec<S> *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float raw[128 * 3];
    vec<S> *tile = (vec<S> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            sum += up(tile[j].x - tile[t].x);
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const vec<float> *x, float *y, int n)
{
    sums<float><<<8, 128>>>(x, y, n);
}

void also(const vec<nop> *x, float *y, int n)
{
    sums<nop><<<8, 128>>>(x, y, n);
}
