// No number is less than 2 and not less than 4, and the text defines LEVEL as a number: no build takes
// both of these branches.
#define LEVEL 3 // of 1 to 5
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    int seen = 0;
    float sum = 0.0f;
#if LEVEL < 2
    int &at = seen;
#else
    int at = 0;
#endif
#define OTHER 1
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t + at];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            sum += xs[j] * (j + t);
#if 4 <= LEVEL
            seen += xs[j] > 0.0f;
#endif
        }
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum + seen;
}
void launch(const float *x, float *out, int n) { sums<<<8, 128>>>(x, out, n); }
