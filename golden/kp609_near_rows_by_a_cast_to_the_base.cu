// A view as OpenCV has them: in templates, the cast takes const away.
template <typename T>
struct data_of {
    T *data;
    __host__ __device__ data_of() : data(0) {}
    __host__ __device__ data_of(T *d) : data(d) {}
};
template <typename T>
struct rows_of : public data_of<T> {
    int step;
    __host__ __device__ rows_of(T *d, int s) : data_of<T>(d), step(s) {}
    __host__ __device__ T *row(int y = 0) { return (T *)((char *)(((data_of<T> *)this)->data) + y * step); }
    __host__ __device__ const T *row(int y = 0) const { return (const T *)((const char *)(((data_of<T> *)this)->data) + y * step); }
};
template <typename T>
__global__ void product(const rows_of<T> a, const rows_of<T> b, rows_of<float> c, int n)
{
    __shared__ T as[16][16], bs[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 16) {
        as[y][x] = a.row(blockIdx.y * 16 + y)[k + x];
        bs[y][x] = b.row(k + y)[blockIdx.x * 16 + x];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += as[y][i] * bs[i][x];
        __syncthreads();
    }
    c.row(blockIdx.y * 16 + y)[blockIdx.x * 16 + x] = sum;
}
void run(const float *a, const float *b, float *c, int n)
{
    product<float><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(rows_of<float>((float *)a, n * 4), rows_of<float>((float *)b, n * 4), rows_of<float>(c, n * 4), n);
}
