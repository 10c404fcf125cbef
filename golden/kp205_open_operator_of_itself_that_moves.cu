// kpipe: --stages 2
// As kp205_near_open_accessors, but the method moves what its object points to, in a branch of compute.
template <class T>
struct matrix {
    T *data;
    int pitch;

    __device__ T operator()(int row, int column) const { return data[row * pitch + column]; }
    __device__ T &operator()(int row, int column) { return data[row * pitch + column]; }
    __device__ T at(int row, int column) const { return data[row * pitch + column]; }
    __device__ void put(int row, int column, T value) { (*this)(row, column) = value, data++; }
};

template <class T>
__global__ void product(matrix<T> A, const matrix<T> B, matrix<T> C, int depth)
{
    __shared__ T as[16][16], bs[16][16];
    const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    T sum = 0;

    for (int k = 0; k < depth; k += 16) {
        as[threadIdx.y][threadIdx.x] = A(row, k + threadIdx.x);
        bs[threadIdx.y][threadIdx.x] = B.at(k + threadIdx.y, column);
        __syncthreads();
        if (depth < 0)
            A.put(row, k, sum);
        for (int i = 0; i < 16; i++)
            sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    C.put(row, column, sum);
}

void launch(matrix<float> A, matrix<float> B, matrix<float> C, int depth)
{
    product<float><<<dim3(8, 8), dim3(16, 16)>>>(A, B, C, depth);
}
