// Overloads that differ in what they do to the object, called in a class template's own methods: which is meant, instances say.
template <typename T, int N>
struct point {
    T at[N];

    __device__ T *data() { return at; }
    __device__ const T *data() const { return at; }
    __device__ T &first() { return at[0]; }
    __device__ point &operator+=(const point &other)
    {
        for (int i = 0; i < N; i++)
            data()[i] += other.data()[i];
        return *this;
    }
    __device__ T sum() const
    {
        T s = 0;
        for (int i = 0; i < N; i++)
            s += this->data()[i];
        return s;
    }
};

__global__ void pull(const float *__restrict__ x, const float *__restrict__ y, float *out, int n)
{
    __shared__ float xs[128], ys[128];
    int t = threadIdx.x;
    point<float, 2> all{0.0f, 0.0f};

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        ys[t] = y[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) {
            point<float, 2> p{xs[j], ys[j]};
            p.first() *= 2.0f;
            all += p;
        }
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = all.sum();
}
