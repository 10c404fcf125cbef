// Accessors of tensors: operator [] makes another object, by a constructor that hands on to that of its base.
#include <type_traits>

template <class T, int N> class base {
  public:
    __host__ __device__ base(T *__restrict__ p, const int *s) : data(p), strides(s) {}
  protected:
    T *__restrict__ data;
    const int *strides;
};
template <class T, int N> class accessor : public base<T, N> {
  public:
    __host__ __device__ accessor(T *__restrict__ p, const int *s) : base<T, N>(p, s) {}
    __host__ __device__ accessor<T, N - 1> operator[](int i)
    {
        return accessor<T, N - 1>(this->data + this->strides[0] * i, this->strides + 1);
    }
    __host__ __device__ const accessor<T, N - 1> operator[](int i) const
    {
        return accessor<T, N - 1>(this->data + this->strides[0] * i, this->strides + 1);
    }
};
template <class T> class accessor<T, 1> : public base<T, 1> {
  public:
    __host__ __device__ accessor(T *__restrict__ p, const int *s) : base<T, 1>(p, s) {}
    __host__ __device__ T &operator[](int i) { return this->data[this->strides[0] * i]; }
    __host__ __device__ const T &operator[](int i) const { return this->data[this->strides[0] * i]; }
};
template <class T, int N> class packed_base {
  public:
    __host__ packed_base(T *p, const int *s) : data(p)
    {
        for (int i = 0; i < N; ++i)
            strides[i] = s[i];
    }
  protected:
    T *__restrict__ data;
    int strides[N];
};
template <class T, int N> class packed : public packed_base<T, N> {
  public:
    __host__ packed(T *p, const int *s) : packed_base<T, N>(p, s) {}
    __device__ accessor<T, N - 1> operator[](int i)
    {
        int *s = this->strides + 1;
        return accessor<T, N - 1>(this->data + this->strides[0] * i, s);
    }
    __device__ const accessor<T, N - 1> operator[](int i) const
    {
        const int *s = this->strides + 1;
        return accessor<T, N - 1>(this->data + this->strides[0] * i, s);
    }
};
typedef packed<float, 3> tensor;
__global__ void product(const tensor a, const tensor b, tensor c, int n)
{
    __shared__ __align__(128) float kp_as[2][16][16], kp_as_bs[2][16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;
    static_assert(::std::is_same<tensor, packed<float, 3>>::value,
                  "kpipe: tensor has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[blockIdx.z][blockIdx.x * 16 + y][k + x];
        kp_r1 = b[blockIdx.z][k + y][x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_as_bs[kp_stage];
        for (int j = 0; j < 16; ++j)
            sum += as[y][j] * bs[j][x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_as_bs[kp_stage];
        as[y][x] = kp_r0;
        bs[y][x] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    c[blockIdx.z][blockIdx.x * 16 + y][x] = sum;
}
