// kpipe: --stages 2
// Views whose constructor sets their members in its body, and such that inherit them.
#define TILE 16

struct basic {
    float *p;
    int ld;
};

struct derived : public basic {
    __device__ derived(float *q, int w)
    {
        p = q;
        ld = w;
    }
    __device__ float &operator()(int r, int c) { return p[r * ld + c]; }
};

template <typename E> class plain {
    E *p;
    int ld;

public:
    __device__ plain(E *q, int w) : ld(w) { p = q; }
    __device__ E &operator()(int r, int c) { return p[r * ld + c]; }
};

__global__ void __launch_bounds__(TILE *TILE) inherits(const float *__restrict__ A, const float *__restrict__ B,
                                                       float *__restrict__ C, int n, int l)
{
    __shared__ float raw[TILE * TILE];
    __shared__ float flat[TILE * TILE];
    derived As(raw, TILE);
    plain<float> Bs(flat, 16);
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < l; k += TILE) {
        As(y, x) = A[row * l + k + x];
        Bs(y, x) = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As(y, j) * Bs(j, x);
        __syncthreads();
    }
    C[row * n + column] = sum;
}
