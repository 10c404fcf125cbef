// kpipe: --copies-only
// A thread's own element is read behind the loop; the next round stores it by another thread.
#define T 128
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[T];
    float acc = 0;
    for (int r = 0; r < 3; ++r) {
        static_assert(T == 128, "kpipe: T has changed: run kpipe again");
        // kpipe: xs in copies of 16 bytes where these hold, else as written
        const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
        if (kp_wide) // others copy what a thread had to itself
            __syncthreads();
        for (int k = 0; k < n; k += T) {
            if (kp_wide) {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    *reinterpret_cast<float4 *>(&xs[kp_x]) =
                        *reinterpret_cast<const float4 *>(&x[k + kp_x]);
                }
            } else
                xs[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < T; ++j)
                acc += xs[j] * (j + threadIdx.x);
            __syncthreads();
        }
        acc += n > 0 ? xs[threadIdx.x] * r : 0;
    }
    y[blockIdx.x * T + threadIdx.x] = acc;
}
void run(const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
