// a[i][j][k] of class templates: N - 1 is an argument of the type that is made, not of its constructor; and a stride, whose
// type the template's text leaves open, is a number in all instances, since the language's own * takes it.
#include <type_traits>

template <typename T, int N, typename I> class Row {
  public:
    __device__ Row(T *data, const I *strides) : data_(data), strides_(strides) {}
    __device__ const Row<T, N - 1, I> operator[](I i) const
    {
        return Row<T, N - 1, I>(data_ + strides_[0] * i, strides_ + 1);
    }

  private:
    T *data_;
    const I *strides_;
};

template <typename T, typename I> class Row<T, 1, I> {
  public:
    __device__ Row(T *data, const I *strides) : data_(data), strides_(strides) {}
    __device__ const T &operator[](I i) const { return data_[strides_[0] * i]; }

  private:
    T *data_;
    const I *strides_;
};

template <typename T, int N, typename I> struct Tensor {
    T *data;
    I strides[N];

    __device__ const Row<T, N - 1, I> operator[](I i) const
    {
        const I *rest = strides + 1;
        return Row<T, N - 1, I>(data + strides[0] * i, rest);
    }
};

typedef Tensor<float, 3, int> floats;

__global__ void sums(const floats a, float *out, int n)
{
    __shared__ __align__(128) float kp_tile[2][16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    static_assert(::std::is_same<floats, Tensor<float, 3, int>>::value,
                  "kpipe: floats has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[blockIdx.y][blockIdx.x * 16 + y][k + x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 16; j++)
            sum += tile[y][j] * tile[j][x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[y][x] = kp_r0;
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
        }
    }
    out[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + y * 16 + x] = sum;
}
