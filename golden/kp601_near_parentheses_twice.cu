// The macro says its argument twice: a register holds the product, not one of the two reads.
#define square(u) (u) * (u)
__global__ void f(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float r[128];
    const int i = threadIdx.x;
    float sum = 0.0f;

    for (int t = 0; t < n; ++t) {
        r[i] = square(A[t * 128 + i]);
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += r[j] * (i - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + i] = sum;
}
void g(const float *A, float *out, int n) { f<<<8, 128>>>(A, out, n); }
