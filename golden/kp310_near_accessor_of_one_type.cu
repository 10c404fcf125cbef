// One type in all instances, that of what it is assigned to.
template <typename T> struct matrix {
    T *p;
    int stride;
    __device__ T operator()(int i, int j) const { return p[i * stride + j]; }
};

template <typename M>
__global__ void rows(const M a, double *out, int K)
{
    __shared__ double s[8][33];
    const int y = threadIdx.y, x = threadIdx.x;
    double sum = 0.0;

    for (int k = 0; k < K; k += 32) {

        s[y][x] = a(y, k + x);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[y][j];
        __syncthreads();
    }
    out[y * 32 + x] = sum;
}

void launch(matrix<double> d, double *out, int K)
{
    
    rows<<<1, dim3(32, 8)>>>(d, out, K);
}
