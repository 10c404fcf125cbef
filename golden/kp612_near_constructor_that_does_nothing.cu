// kpipe: --stages 2
// The constructor that kpipe's own variable has does nothing.
template <class T> struct w3 { T x, y, z; __device__ w3() {} __device__ w3(T a, T b, T c) : x(a), y(b), z(c) {}  };
template <class T> __device__ w3<T> operator-(const w3<T> &a, const w3<T> &b) { return w3<T>(a.x - b.x, a.y - b.y, a.z - b.z); }
template <class S> __global__ void k(const w3<S> *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float raw[128 * 3]; w3<S> *tile = (w3<S> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f; 
    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) { w3<S> d = tile[j] - tile[t]; sum += d.x; }
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

void go(const w3<float> *x, float *o, int n) { k<float><<<1, 128>>>(x, o, n); }

