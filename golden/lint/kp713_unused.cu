// Comments that ask for silence where nothing would be said.
// kpipe: off
__global__ void scale(float *x)
{
    x[blockIdx.x * 256 + threadIdx.x] *= 2.0f; // NOLINT(KP701, kpipe-bank-conflict)
}

// NOLINTNEXTLINE(kpipe-no-such-lint)
__device__ int one();
