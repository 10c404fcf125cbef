// The line between the groups is an #undef, whose word goes on behind a backslash.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    int seen = 0;
    float sum = 0.0f;
#ifdef A
    int &at = seen;
    const int own = 1;
#else
    int at = 0;
#endif
#un\
def A
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t + at];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            sum += xs[j] * (j + t);
#ifndef A
            seen += xs[j] > 0.0f;
#endif
        }
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum + seen;
}
void launch(const float *x, float *out, int n) { sums<<<8, 128>>>(x, out, n); }
