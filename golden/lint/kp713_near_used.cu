// Comments that silence something, speak to others, or of what only `kpipe check` looks at.
// kpipe: off(bank-conflict): two rows per block are all there is
__global__ void transpose(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float tile[32][32];

    tile[threadIdx.y][threadIdx.x] = x[threadIdx.y * 32 + threadIdx.x]; // NOLINT
    __syncthreads();
    y[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // NOLINT(bugprone-branch-clone)
}

// kpipe: off(KP204)
__global__ void scale(float *x)
{
    x[threadIdx.x * 64] *= 2.0f; // NOLINT(KP701, bugprone-*)
}
