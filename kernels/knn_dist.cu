// Squared distances between all queries and all reference points: the first half of a brute-force
// nearest-neighbour search. Points are rows of length dim; any sizes.
#define TILE 16

__global__ void knn_dist(const float *__restrict__ queries, const float *__restrict__ refs,
                         float *__restrict__ dist, int nq, int nr, int dim)
{
    __shared__ float q_tile[TILE][TILE + 1];
    __shared__ float r_tile[TILE][TILE + 1];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int q = blockIdx.y * TILE + ty;
    const int r = blockIdx.x * TILE + tx;
    const int r_load = blockIdx.x * TILE + ty; // the row of refs that this thread copies from
    float sum = 0.0f;

    for (int d0 = 0; d0 < dim; d0 += TILE) {
        __syncthreads();
        const int d = d0 + tx;
        if (q < nq && d < dim) {
            q_tile[ty][tx] = queries[(size_t)q * dim + d];
        } else {
            q_tile[ty][tx] = 0.0f;
        }
        if (r_load < nr && d < dim) {
            r_tile[ty][tx] = refs[(size_t)r_load * dim + d];
        } else {
            r_tile[ty][tx] = 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < TILE; ++k) {
            const float diff = q_tile[ty][k] - r_tile[tx][k];
            sum += diff * diff;
        }
    }

    if (q < nq && r < nr)
        dist[(size_t)q * nr + r] = sum;
}

void launch_knn_dist(const float *queries, const float *refs, float *dist, int nq, int nr, int dim,
                     cudaStream_t stream)
{
    const dim3 block(TILE, TILE);
    const dim3 grid((nr + TILE - 1) / TILE, (nq + TILE - 1) / TILE);
    knn_dist<<<grid, block, 0, stream>>>(queries, refs, dist, nq, nr, dim);
}
