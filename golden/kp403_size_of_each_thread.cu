// kpipe: --stages 2
// Each thread has a size of its own, as it loads from a place of its own.
#define TILE 64

__global__ void sum_of_lists(const float *__restrict__ values, const int *start, const int *own, float *out,
                             int lists)
{
    __shared__ float part[TILE];
    const int me = threadIdx.y * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    for (int list = 0; list < lists; list++) {
        const unsigned int first = start[list];
        const unsigned int all = start[list + 1] - first;

        for (int t = 0; t < (all + TILE - 1) / TILE; t++) {
            int size = own[list * TILE + me];

            __syncthreads();
            if (me < size)
                part[me] = values[first + t * TILE + me];
            __syncthreads();
            for (int j = 0; j < size; j++)
                sum += part[j] * (float)(me + j);
        }
    }
    out[blockIdx.x * blockDim.x * blockDim.y + me] = sum;
}
