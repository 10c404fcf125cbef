// Rows of rows, with bases, and with a template that says what pointers are: as PyTorch's
// accessors. The kernel is no template, so these are the instances that it has.
template <class T> struct RestrictTraits {
    typedef T *__restrict__ Ptr;
};

template <class T, int N, template <class U> class Traits> class AccBase
{
  public:
    typedef typename Traits<T>::Ptr Ptr;
    __device__ AccBase(Ptr data_, const int *sizes_, const int *strides_)
        : data_(data_), sizes_(sizes_), strides_(strides_)
    {
    }
    __device__ int size(int i) const
    {
        return sizes_[i];
    }

  protected:
    Ptr data_;
    const int *sizes_;
    const int *strides_;
};
template <class T, int N, template <class U> class Traits> class Acc : public AccBase<T, N, Traits>
{
  public:
    typedef typename Traits<T>::Ptr Ptr;
    __device__ Acc(Ptr data_, const int *sizes_, const int *strides_)
        : AccBase<T, N, Traits>(data_, sizes_, strides_)
    {
    }
    __device__ Acc<T, N - 1, Traits> operator[](int i)
    {
        return Acc<T, N - 1, Traits>(this->data_ + this->strides_[0] * i, this->sizes_ + 1,
                                     this->strides_ + 1);
    }
    __device__ const Acc<T, N - 1, Traits> operator[](int i) const
    {
        return Acc<T, N - 1, Traits>(this->data_ + this->strides_[0] * i, this->sizes_ + 1,
                                     this->strides_ + 1);
    }
};
template <class T, template <class U> class Traits>
class Acc<T, 1, Traits> : public AccBase<T, 1, Traits>
{
  public:
    typedef typename Traits<T>::Ptr Ptr;
    __device__ Acc(Ptr data_, const int *sizes_, const int *strides_)
        : AccBase<T, 1, Traits>(data_, sizes_, strides_)
    {
    }
    __device__ T &operator[](int i)
    {
        return this->data_[this->strides_[0] * i];
    }
    __device__ const T &operator[](int i) const
    {
        return this->data_[this->strides_[0] * i];
    }
};
template <class T, int N, template <class U> class Traits> class PackedBase
{
  public:
    typedef typename Traits<T>::Ptr Ptr;
    __device__ int size(int i) const
    {
        return sizes_[i];
    }

  protected:
    Ptr data_;
    int sizes_[N];
    int strides_[N];
};
template <class T, int N, template <class U> class Traits>
class Packed : public PackedBase<T, N, Traits>
{
  public:
    typedef typename Traits<T>::Ptr Ptr;
    __device__ Acc<T, N - 1, Traits> operator[](int i)
    {
        int *new_sizes = this->sizes_ + 1;
        int *new_strides = this->strides_ + 1;
        return Acc<T, N - 1, Traits>(this->data_ + this->strides_[0] * i, new_sizes, new_strides);
    }
    __device__ const Acc<T, N - 1, Traits> operator[](int i) const
    {
        const int *new_sizes = this->sizes_ + 1;
        const int *new_strides = this->strides_ + 1;
        return Acc<T, N - 1, Traits>(this->data_ + this->strides_[0] * i, new_sizes, new_strides);
    }
};
typedef Packed<float, 2, RestrictTraits> matrix;
__global__ void sums(const matrix A, const float *__restrict__ W, float *__restrict__ out, int n)
{
    __shared__ float tile[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;

    for (int k = 0; k < n; k += 16) {
        tile[y][x] = A[blockIdx.x * 16 + y][k + x];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += tile[y][j] * W[(k + j) * 16 + x];
        __syncthreads();
    }
    out[(blockIdx.x * 16 + y) * 16 + x] = sum;
}
