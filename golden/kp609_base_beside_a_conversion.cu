// `v ?: b` makes another object of v: what it becomes is not the base of its class, whose constructor stores.
__device__ int seen[128];
struct counted {
    int v;
    __device__ counted() { v = ++seen[threadIdx.x]; }
};
template <class T> struct base {
    T a;
};
template <class T> struct view : base<T> {
    int z;
    __host__ __device__ explicit operator bool() const { return true; }
    __host__ __device__ operator base<int>() const { return base<int>(); }
    __device__ view(int q) : z(q) {}
};
void choose(view<counted> &v, base<int> b) { base<int> c = v ?: b; }

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t] + seen[t];
        __syncthreads();
        view<counted> v(k);
        for (int j = 0; j < 128; ++j)
            sum += (xs[j] + v.z) * (t ^ j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
