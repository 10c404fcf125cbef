// kpipe: --layout auto
// The type is asserted as the values are.
template <typename T, int ROWS, int WIDTH>
__global__ void __launch_bounds__(256) sum_rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ T As[ROWS][WIDTH];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = ty; i < 32; i += 8)
            As[i][tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            s += As[tx][i] * (ty + 1);
        __syncthreads();
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}

void launch(const float *A, float *C, int n)
{
    sum_rows<float, 32, 32><<<n / 32, 256>>>(A, C, n);
}
