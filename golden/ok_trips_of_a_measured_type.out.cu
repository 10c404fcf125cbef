// How many words a copy has, the size of a type says, by way of a macro; a typedef says its name.
#define WIDTH (sizeof(int4) / sizeof(int))
#define ROUNDS (128 / (8 * WIDTH))

__global__ void sums(const int4 *__restrict__ x, int *y, int n)
{
    __shared__ int4 tile[129];
    const int t = threadIdx.x;
    int sum = 0;

    {
        typedef int4 vector;
        *(vector *)&tile[t + 1] = x[t];
    }
    static_assert((ROUNDS) == 4, "kpipe: ROUNDS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    int4 kp_r0[8];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < ROUNDS * 2; i++)
            kp_r0[i] = x[k + t * 8 + i];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += tile[j].x;
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < ROUNDS * 2; i++)
            tile[t * 8 + i] = kp_r0[i];
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[t] = sum;
}
