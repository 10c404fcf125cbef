// The size of each ragged tile is found by a pointer of the body, in rows whose length is constant
// memory: all threads load the same.
#define TILE 64

struct sample {
    float x, y, weight;
};

__constant__ int row_length[2];

__global__ void weights_of_cells(const sample *samples, const unsigned int *starts, float *out,
                                 int rows)
{
    __shared__ sample part[TILE];
    const int me = threadIdx.y * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    for (int row = 0; row < rows; row++) {
        const unsigned int *cells = starts + row * row_length[0];
        const unsigned int first = *(cells + blockIdx.x);
        const unsigned int all = *(cells + blockIdx.x + 1) - first;

        for (int t = 0; t < ((all + TILE - 1) >> 6); t++) {
            int size = ((all - (t << 6)) > TILE) ? TILE : (all - (t << 6));

            __syncthreads();
            if (me < size)
                part[me] = samples[first + me + (t << 6)];
            __syncthreads();
            for (int j = 0; j < size; j++)
                sum += part[j].weight * (part[j].x * (float)me + part[j].y);
        }
    }
    out[blockIdx.x * blockDim.x * blockDim.y + me] = sum;
}
