// kpipe: --stages 2
// A block's own rows in front of the tiles, of a length that the run knows: the block, which the
// launch says, has as many warps as there are rows.
#define ROWS 8
#define KEYS 32
#define DEEPEST 128
__global__ void attention(const float *__restrict__ Q, const float *__restrict__ K,
                          const float *__restrict__ V, float *__restrict__ O, int n, int depth)
{
    extern __shared__ float memory[];
    float *Qs = memory, *Ks = Qs + ROWS * depth, *Vs = Ks + KEYS * depth;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = blockIdx.x * ROWS + warp;
    for (int i = threadIdx.x; i < ROWS * depth; i += blockDim.x)
        if (blockIdx.x * ROWS + i / depth < n)
            Qs[i] = Q[blockIdx.x * ROWS * depth + i];
    float most = -1e30f, all = 0, sum[DEEPEST / 32] = {};
    for (int first = 0; first < n; first += KEYS) {
        for (int i = threadIdx.x; i < KEYS * depth; i += blockDim.x) {
            const int key = first + i / depth;
            Ks[i] = key < n ? K[key * depth + i % depth] : 0.0f;
            Vs[i] = key < n ? V[key * depth + i % depth] : 0.0f;
        }
        __syncthreads();
        if (row < n) {
            float s = -1e30f;
            if (first + lane < n) {
                s = 0;
                for (int d = 0; d < depth; ++d)
                    s += Qs[warp * depth + d] * Ks[lane * depth + d];
            }
            float m = s;
            for (int o = 16; o > 0; o /= 2)
                m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, o));
            m = fmaxf(m, most);
            const float p = first + lane < n ? __expf(s - m) : 0.0f, less = __expf(most - m);
            all = all * less + p;
            most = m;
            for (int i = 0; i < DEEPEST / 32; ++i)
                sum[i] *= less;
            for (int j = 0; j < KEYS; ++j) {
                const float q = __shfl_sync(0xffffffff, p, j);
                for (int i = 0; i < DEEPEST / 32; ++i)
                    if (lane + 32 * i < depth)
                        sum[i] += q * Vs[j * depth + lane + 32 * i];
            }
        }
        __syncthreads();
    }
    for (int o = 16; o > 0; o /= 2)
        all += __shfl_xor_sync(0xffffffff, all, o);
    if (row < n)
        for (int i = 0; i < DEEPEST / 32; ++i)
            if (lane + 32 * i < depth)
                O[row * depth + lane + 32 * i] = sum[i] / all;
}

void run(const float *Q, const float *K, const float *V, float *O, int n, int depth)
{
    attention<<<(n + ROWS - 1) / ROWS, ROWS * 32, (ROWS + 2 * KEYS) * depth * sizeof(float)>>>(
        Q, K, V, O, n, depth);
}
