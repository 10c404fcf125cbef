// Another class has a +; in the accessors' instances it is the language's own.
struct half_pair {
    unsigned short x, y;
};
__device__ half_pair operator+(const half_pair &a, const half_pair &b);

template <class T> struct row_of {
    __device__ row_of(const T *p, const int *n) : first(p), pitch(n) {}
    const T *first;
    const int *pitch;
};
template <class T> struct row : row_of<T> {
    __device__ row(const T *p, const int *n) : row_of<T>(p, n) {}
    __device__ const T &operator[](int j) const { return *(this->first + this->pitch[0] * j); }
};
template <class T> struct rows_of {
    const T *first;
    int pitch[2];
};
template <class T> struct matrix : rows_of<T> {
    __device__ row<T> operator[](int i) const
    {
        const int *rest = this->pitch + 1;
        return row<T>(this->first + this->pitch[0] * i, rest);
    }
};

__global__ void sums(const matrix<float> A, const float *__restrict__ W, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[blockIdx.x * 16 + y][k + x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 16; j++)
            sum += tile[y][j] * W[(k + j) * 16 + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[y][x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    out[(blockIdx.x * 16 + y) * 16 + x] = sum;
}
