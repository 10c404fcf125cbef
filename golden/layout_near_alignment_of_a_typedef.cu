// kpipe: --layout auto
// A typedef without an attribute promises nothing more than its type.
typedef float plain_float;

__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[32][32];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = ty; i < 32; i += 8)
            As[i][tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i += 4) {
            s += *(const plain_float *)&As[tx][i] * 2 + As[tx][i + 1];
            s -= As[tx][i + 2] * 3 + As[tx][i + 3];
        }
        __syncthreads();
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}
