// A store by an address that the array keeps may be one to the matrix.
struct row_of {
    float *data;
    int *strides;
    __device__ row_of(float *p, int *s) : data(p), strides(s) {}
    __device__ float &operator[](int j) { return data[strides[0] * j]; }
};
struct matrix {
    float *data;
    int strides[2];
    __device__ row_of operator[](int i) { return row_of(data + strides[0] * i, strides + 1); }
    __device__ int *where() { return strides; }
};

__global__ void sums(matrix A, const float *__restrict__ W, matrix out, int n)
{
    __shared__ float tile[16][16];
    __shared__ int *places[256];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    places[y * 16 + x] = A.where();
    for (int k = 0; k < n; k += 16) {
        tile[y][x] = A[blockIdx.x * 16 + y][k + x];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += tile[y][j] * W[(k + j) * 16 + x];
        *places[y * 16 + x] += k & 16;
        __syncthreads();
    }
    out[blockIdx.x * 16 + y][x] = sum;
}
