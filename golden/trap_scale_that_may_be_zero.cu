// S may be 0 in a tile of 64 + S: all copies then go to one element, and the last one has to win.
template <int S>
__global__ void f(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[64 + S];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 64) {
        if (t == 0)
            for (int i = 0; i < 8; ++i)
                As[i * S] = A[k + i];
        __syncthreads();
        acc = acc * 0.5f + As[0];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = acc;
}
void launch_f(const float *A, float *out, int n) { f<0><<<2, 64>>>(A, out, n); }
