// The product of tiles.cu with a tile fetched ahead behind a guard, in lambdas as kpipe writes them; the
// compiler may unroll the loop and sink the loads. For tests/sass.
#define T 16
extern "C" __global__ void __launch_bounds__(T *T)
    guarded(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ float As[2][T][T], Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    float sum = 0, a, b;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k < K) {
            a = A[row * K + k + x];
            b = B[(k + y) * N + col];
        }
    };
    auto kp_compute = [&](int stage) __attribute__((always_inline)) {
        for (int i = 0; i < T; i++)
            sum += As[stage][y][i] * Bs[stage][i][x];
    };
    auto kp_store = [&](int stage) __attribute__((always_inline)) {
        As[stage][y][x] = a;
        Bs[stage][y][x] = b;
    };
    int stage = 0;

    kp_fetch(0);
    kp_store(0);
    __syncthreads();
    for (int k = 0; k < K; k += T) {
        kp_fetch(k + T);
        kp_compute(stage);
        if (k + T < K)
            kp_store(stage ^ 1);
        __syncthreads();
        stage ^= 1;
    }
    C[row * N + col] = sum;
}
