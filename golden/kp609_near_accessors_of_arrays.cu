// Accessors that are made in the kernel, of pointers and strides.
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

__global__ void product(const float *A, const float *B, float *C, int n)
{
    __shared__ float as[16][16], bs[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    const int sa[2] = {n, 1}, sb[2] = {16, 1};
    const accessor<const float, 2> a(A, sa), b(B, sb);
    float sum = 0.0f;

    for (int k = 0; k < n; k += 16) {
        as[y][x] = a[blockIdx.x * 16 + y][k + x];
        bs[y][x] = b[k + y][x];
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += as[y][j] * bs[j][x];
        __syncthreads();
    }
    C[(blockIdx.x * 16 + y) * 16 + x] = sum;
}
void host(const float *a, const float *b, float *c, int n) { product<<<n / 16, dim3(16, 16)>>>(a, b, c, n); }
