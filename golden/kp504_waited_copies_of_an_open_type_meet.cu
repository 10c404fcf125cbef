// kpipe: --stages 2
// Elements of 1 to 8 bytes: in some instances the copies meet, or names may mean another element.
#define COPY(to, from) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(from))

template <typename T>
__global__ void rows_apart(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) T xs[64][32];
    const int t = threadIdx.x;
    const int row = t / 4, column = t % 4 * 8;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64 * 32) {
        unsigned a = static_cast<unsigned>(__cvta_generic_to_shared(&xs[row][column]));
        unsigned b = static_cast<unsigned>(__cvta_generic_to_shared(&xs[row + 8][column]));

        COPY(a, &x[k + row * 32 + column]);
        COPY(b, &x[k + row * 32 + column + 256]);
        asm volatile("cp.async.commit_group;\n" ::);
        asm volatile("cp.async.wait_group 0;\n" ::);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += (float)xs[j][t % 32];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

template <typename T>
__global__ void columns_apart(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) T xs[64][32];
    const int t = threadIdx.x;
    const int row = t / 4, column = t % 4 * 8;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64 * 32) {
        unsigned a = static_cast<unsigned>(__cvta_generic_to_shared(&xs[row][column]));
        unsigned b = static_cast<unsigned>(__cvta_generic_to_shared(&xs[row][column + 8]));

        COPY(a, &x[k + row * 32 + column]);
        COPY(b, &x[k + row * 32 + column + 8]);
        asm volatile("cp.async.commit_group;\n" ::);
        asm volatile("cp.async.wait_group 0;\n" ::);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += (float)xs[j][t % 32];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

template <typename T>
__global__ void one_name_twice(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) T xs[64][32];
    const int t = threadIdx.x;
    const int row = t / 4, column = t % 4 * 8;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64 * 32) {
        unsigned a = static_cast<unsigned>(__cvta_generic_to_shared(&xs[row][column]));

        COPY(a, &x[k + row * 32 + column]);
        COPY(a, &x[k + row * 32 + column + 1024]);
        asm volatile("cp.async.commit_group;\n" ::);
        asm volatile("cp.async.wait_group 0;\n" ::);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += (float)xs[j][t % 32];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

template <typename T>
__global__ void row_moves(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) T xs[64][32];
    const int t = threadIdx.x;
    const int row = t / 4, column = t % 4 * 8;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64 * 32) {
        int at = row;
        unsigned a = static_cast<unsigned>(__cvta_generic_to_shared(&xs[at][column]));
        at += 32;
        unsigned b = static_cast<unsigned>(__cvta_generic_to_shared(&xs[at][column]));
        at -= 32;

        COPY(a, &x[k + row * 32 + column]);
        COPY(b, &x[k + row * 32 + column + 1024]);
        asm volatile("cp.async.commit_group;\n" ::);
        asm volatile("cp.async.wait_group 0;\n" ::);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += (float)xs[j][t % 32];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

template <typename T>
__global__ void name_is_set_again(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) T xs[64][32];
    const int t = threadIdx.x;
    const int row = t / 4, column = t % 4 * 8;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64 * 32) {
        unsigned a = static_cast<unsigned>(__cvta_generic_to_shared(&xs[row][column]));

        COPY(a, &x[k + row * 32 + column]);
        a = static_cast<unsigned>(__cvta_generic_to_shared(&xs[row][column]));
        COPY(a, &x[k + row * 32 + column + 1024]);
        asm volatile("cp.async.commit_group;\n" ::);
        asm volatile("cp.async.wait_group 0;\n" ::);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += (float)xs[j][t % 32];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
