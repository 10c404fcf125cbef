// kpipe: --layout auto
// The rows are computed where a pointer begins, and one is 1 * 32 elements behind another.
constexpr int WIDTH = 32;
__global__ void __launch_bounds__(256) sum_rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[1024];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;
    const float *row = As + tx * WIDTH, *first = &As[4 * WIDTH];

    for (int k = 0; k < n; k += 32) {
        for (int i = ty; i < 32; i += 8)
            As[i * WIDTH + tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            s += (row[i] + first[1 * WIDTH + i]) * (ty + 1);
        __syncthreads();
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}
