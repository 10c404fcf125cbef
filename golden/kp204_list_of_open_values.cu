// A list of values whose type only an instance knows, in a kernel for which a test at run time is looked for: two instances need two tests.
template <class T> struct vec { T x, y, z; vec() = default; __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {} template <class X, class Y, class Z> __device__ vec(X a, Y b, Z c) : x(a), y(b), z(c) {} };
template <class S> __global__ void sums(const S * x, float * y, int n)
{
    __shared__ __align__(16) float raw[128 * 3];
    vec<float> *tile = (vec<float> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int i = 0; i < n; i += 128) {
        tile[t] = {x[i + t], x[i + t + 1], x[i + t + 2]};
        __syncthreads();
        for (int j = 0; j < 128; ++j) sum += tile[j].x * tile[t].z; y[i + t] = sum;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
void run(const float *x, float *y, int n) { sums<float><<<8, 128>>>(x, y, n); }
void run(const double *x, float *y, int n) { sums<double><<<8, 128>>>(x, y, n); }
