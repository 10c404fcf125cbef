// A header declares the template, with other names; the body names the definition's parameters.
template <int ROWS, int DEPTH, class ELEMENT>
__global__ void product(int n, const ELEMENT *A, const ELEMENT *B, ELEMENT *C);

template <int BM, int BK, class T>
__global__ void product(int n, const T *__restrict__ A, const T *__restrict__ B, T *C)
{
    __shared__ T As[BK * BM];
    __shared__ T Bs[BK * BM];
    const int ty = threadIdx.x / BK, tx = threadIdx.x % BK;
    int stride = 256 / BK;
    T v[BM * BK / 256];
    T sum = 0;

    for (int k = 0; k < n; k += BK) {
        for (int i = 0; i < BM; i += stride) {
            v[i / stride] = A[(blockIdx.x * BM + i + ty) * n + k + tx];
            As[tx * BM + i + ty] = -v[i / stride];
            Bs[tx * BM + i + ty] = B[(i + ty) * n + k + tx];
        }
        __syncthreads();
        for (int j = 0; j < BK; ++j)
            sum += As[j * BM + threadIdx.x % BM] * Bs[j * BM + threadIdx.x / BM];
        __syncthreads();
    }
    C[blockIdx.x * 256 + threadIdx.x] = sum;
}

template __global__ void product<64, 16, float>(int, const float *, const float *, float *);
