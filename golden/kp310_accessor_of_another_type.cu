// The value is not of the type of what it is assigned to in one instance: a register of that would round it.
template <typename T> struct matrix {
    T *p;
    int stride;
    __device__ T operator()(int i, int j) const { return p[i * stride + j]; }
};

template <typename M>
__global__ void rows(const M a, float *out, int K)
{
    __shared__ float s[8][33];
    const int y = threadIdx.y, x = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < K; k += 32) {

        s[y][x] = 0.3 * a(y, k + x);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[y][j];
        __syncthreads();
    }
    out[y * 32 + x] = sum;
}

void launch(matrix<float> f, matrix<double> d, float *out, int K)
{
    rows<<<1, dim3(32, 8)>>>(f, out, K);
    rows<<<1, dim3(32, 8)>>>(d, out, K);
}
