// The class of the tile names the template's type and declares none.
template <int T, typename Real>
__global__ void k(const Real *__restrict__ a, const Real *__restrict__ b, int rows, int stride, Real *value)
{
    __shared__ union {
        Real moved[T][T + 1];
        Real sum[256];
    } both;
    const int t = threadIdx.y * blockDim.x + threadIdx.x;
    Real acc = Real(0);

    for (int i0 = 0; i0 < rows; i0 += T) {
        for (int i = 0; i < T; i += 256 / T)
            both.moved[threadIdx.x][threadIdx.y + i] = b[(threadIdx.y + i) * stride + threadIdx.x + i0];
        __syncthreads();
        for (int i = 0; i < T; i += 256 / T)
            acc += a[(threadIdx.y + i + i0) * stride + threadIdx.x] * both.moved[threadIdx.y + i][threadIdx.x];
        __syncthreads();
    }
    both.sum[t] = acc;
    __syncthreads();
    value[t] = both.sum[255 - t];
}
void f(const float *a, const float *b, int rows, int stride, float *v) { k<32><<<4, dim3(32, 8)>>>(a, b, rows, stride, v); }
