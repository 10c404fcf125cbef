// a[i][j][k] of class templates: N - 1 is an argument of the type that is made, not of its constructor; and a stride, whose
// type the template's text leaves open, is a number in all instances, since the language's own * takes it.
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
    __shared__ float tile[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 16) {
        tile[y][x] = a[blockIdx.y][blockIdx.x * 16 + y][k + x];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += tile[y][j] * tile[j][x];
        __syncthreads();
    }
    out[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + y * 16 + x] = sum;
}
