// An instance is opened to callers in other files by a macro for the word.
template <typename T>
__device__ void tiles(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int n)
{
    __shared__ T as[16][16];
    __shared__ T bs[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[row * n + k + tx];
        kp_r1 = B[(k + ty) * n + column];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 16; j++)
            sum += as[ty][j] * bs[j][tx];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        as[ty][tx] = kp_r0;
        bs[ty][tx] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}
#define TEMPLATE template
TEMPLATE __device__ void tiles<float>(const float *__restrict__, const float *__restrict__, float *__restrict__, int);
static __global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    tiles(A, B, C, n);
}
void run(const float *A, const float *B, float *C, int n)
{
    product<<<dim3(n / 16, n / 16), 256>>>(A, B, C, n);
}
