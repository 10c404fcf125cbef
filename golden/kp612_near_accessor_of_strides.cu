// The row's object keeps the address of the matrix's strides: that is all that its constructor does with it.
struct row_of {
    const float *data;
    const int *strides;
    __device__ row_of(const float *p, const int *s) : data(p), strides(s) {}
    __device__ const float &operator[](int j) const { return data[strides[0] * j]; }
};
struct matrix {
    const float *data;
    int strides[2];
    __device__ const row_of operator[](int i) const { return row_of(data + strides[0] * i, strides + 1); }
};

__global__ void sums(const matrix A, const float *__restrict__ W, float *__restrict__ out, int n)
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
