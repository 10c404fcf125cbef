// The elements are of another type than the tile's in one instance, which has a name; the pointer is in an object.
template <class T> struct row_of {
    const double *at;
    int step;

    __device__ row_of(const double *p, int s) : at(p), step(s)
    {
    }
    __device__ const double &operator[](int i) const
    {
        return at[i * step];
    }
};
template <class T> struct rows_of {
    const double *data;
    int width;

    __device__ int size() const
    {
        return width;
    }
    __device__ row_of<T> operator[](int i) const
    {
        return row_of<T>(data + i * width, 1);
    }
};

template <typename T>
__global__ void sums(const double *__restrict__ a, const T *__restrict__ w, T *__restrict__ out, int width)
{
    __shared__ T tile[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    const rows_of<T> A{a, width};
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

void run(const double *a, const float *w, float *out, const double *b, const double *v, double *to)
{
    sums<float><<<8, dim3(16, 16)>>>(a, w, out, 64);
    sums<double><<<8, dim3(16, 16)>>>(b, v, to, 64);
}
