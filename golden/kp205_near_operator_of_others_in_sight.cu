// Another class has a +; in the accessors' instances it is the language's own.
struct half_pair {
    unsigned short x, y;
};
__device__ half_pair operator+(const half_pair &a, const half_pair &b);

template <class T> struct row_of {
    __device__ row_of(const T *p, const int *n) : first(p), pitch(n) {}
    const T *first;
    const int *pitch;
};
template <class T> struct row : row_of<T> {
    __device__ row(const T *p, const int *n) : row_of<T>(p, n) {}
    __device__ const T &operator[](int j) const { return *(this->first + this->pitch[0] * j); }
};
template <class T> struct rows_of {
    const T *first;
    int pitch[2];
};
template <class T> struct matrix : rows_of<T> {
    __device__ row<T> operator[](int i) const
    {
        const int *rest = this->pitch + 1;
        return row<T>(this->first + this->pitch[0] * i, rest);
    }
};

__global__ void sums(const matrix<float> A, const float *__restrict__ W, float *__restrict__ out, int n)
{
    __shared__ float tile[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 16) {
        tile[y][x] = A[blockIdx.x * 16 + y][k + x];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += tile[y][j] * W[(k + j) * 16 + x];
        __syncthreads();
    }
    out[(blockIdx.x * 16 + y) * 16 + x] = sum;
}
