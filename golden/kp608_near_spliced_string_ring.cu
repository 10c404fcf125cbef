// kpipe: --variant cp-async --stages 3
// A string that spans lines stays as it is, wherever its statement goes.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            asm volatile("fma.rn.f32 %0, \
                          %1, %2, %0;"
                         : "+f"(sum)
                         : "f"(A[k + j]), "f"(xs[j]));
            asm volatile(R"(
  // a comment of PTX
  add.f32 %0, %0, %1;
)" : "+f"(sum) : "f"(xs[j]));
        }
        __syncthreads();
    }
    y[t] = sum;
}
