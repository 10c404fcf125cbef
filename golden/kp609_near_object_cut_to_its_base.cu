// Objects with a base are the elements of the tile.
struct base { float a; };
struct item : base { float b; };

__global__ void gemv(const float *__restrict__ A, const float *x, float *__restrict__ y, int n)
{
    __shared__ item xs[128];
    const int t = threadIdx.x, row = blockIdx.x * 128 + t;
    const item *const in = (const item *)x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = in[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j].a * xs[j].b;
        __syncthreads();
    }
    y[row] = sum;
}

void host(const float *A, const float *x, float *y, int n) { gemv<<<n / 128, 128>>>(A, x, y, n); }
