// The template is the kernel's own parameter: no instance can be named.
template <class T> struct plain {
    typedef const T *pointer;
};
template <class T> struct read_only {
    typedef const T *__restrict__ pointer;
};
template <class T, template <class U> class How> struct row_of {
    typename How<T>::pointer at;
    int step;

    __device__ row_of(typename How<T>::pointer p, int s) : at(p), step(s)
    {
    }
    __device__ const T &operator[](int i) const
    {
        return at[i * step];
    }
};
template <class T, template <class U> class How> struct rows_of {
    typename How<T>::pointer data;
    int width;

    __device__ int size() const
    {
        return width;
    }
    __device__ row_of<T, How> operator[](int i) const
    {
        return row_of<T, How>(data + i * width, 1);
    }
};

template <typename T, template <class U> class How>
__global__ void sums(const T *__restrict__ a, const T *__restrict__ w, T *__restrict__ out, int width)
{
    __shared__ T tile[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    const rows_of<T, How> A{a, width};
    const int n = A.size();
    T sum = 0;

    for (int k = 0; k < n; k += 16) {
        tile[y][x] = A[blockIdx.x * 16 + y][k + x];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += tile[y][j] * w[(k + j) * 16 + x];
        __syncthreads();
    }
    out[(blockIdx.x * 16 + y) * 16 + x] = sum;
}

void run(const float *a, const float *w, float *out, const double *b, const double *v, double *to)
{
    sums<float, plain><<<8, dim3(16, 16)>>>(a, w, out, 64);
    sums<double, read_only><<<8, dim3(16, 16)>>>(b, v, to, 64);
}
