// kpipe: --stages 2
// What an accessor returns only instances say: registers have the type of what it is assigned to.
template <typename T> struct matrix {
    T *p;
    int rows, stride;
    __device__ const T *operator[](int i) const { return p + i * stride; }
    __device__ T operator()(int i, int j) const { return p[i * stride + j]; }
    __device__ T &at(int i, int j) const { return p[i * stride + j]; }
    __device__ bool has(int i) const { return i < rows; }
};

template <typename T> struct operands {
    matrix<T> a, b;
};

template <typename T> __device__ T read(const T *p)
{
    return *p;
}

template <typename T>
__global__ void guarded(const matrix<T> a, T *out, int K)
{
    __shared__ T s[8][33];
    const int y = threadIdx.y, x = threadIdx.x;
    T sum = T(0);

    for (int k = 0; k < K; k += 32) {
        s[y][x] = k + x < K ? a.at(y, k + x) : T(0);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[y][j];
        __syncthreads();
    }
    out[y * 32 + x] = sum;
}

template <typename T>
__global__ void named(const operands<T> in, T *out, int K)
{
    __shared__ T s[8][33], r[8][33];
    const int y = threadIdx.y, x = threadIdx.x;
    T sum = T(0);

    for (int k = 0; k < K; k += 32) {
        const T v = in.a(y, k + x);
        const auto *row = in.b[y];
        s[y][x] = v;
        r[y][x] = row[k + x];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[y][j] * r[y][j];
        __syncthreads();
    }
    out[y * 32 + x] = sum;
}

template <typename T>
__global__ void by_helpers(const matrix<T> a, T *out, int K)
{
    __shared__ T s[8][33], r[8][33];
    const int y = threadIdx.y, x = threadIdx.x;
    auto get = [&](int i, int j) { return a.has(i) ? a(i, j) : T(0); };
    T sum = T(0);

    for (int k = 0; k < K; k += 32) {
        s[y][x] = get(y, k + x);
        r[y][x] = read(a[y + 8] + k + x);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[y][j] * r[y][j];
        __syncthreads();
    }
    out[y * 32 + x] = sum;
}

void launch(matrix<float> f, operands<float> of, matrix<double> d, operands<double> od, float *x, double *y, int K)
{
    const dim3 block(32, 8);

    guarded<<<1, block>>>(f, x, K);
    guarded<<<1, block>>>(d, y, K);
    named<<<1, block>>>(of, x, K);
    named<<<1, block>>>(od, y, K);
    by_helpers<<<1, block>>>(f, x, K);
    by_helpers<<<1, block>>>(d, y, K);
}
