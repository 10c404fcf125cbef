// Sizes and counters of a template's type: what is tested in front of the loop holds of the instance, and the output is for that alone.
template <typename index>
__global__ void diagonals(index rows, index count, index pitch, const index *where, const float *values, float *y)
{
    __shared__ index offsets[128];
    const index first = 128 * blockIdx.x + threadIdx.x;
    const index all = 128 * gridDim.x;

    for (index k = 0; k < count; k += 128) {
        const index size = count - k < 128 ? count - k : 128;
        if (threadIdx.x < size)
            offsets[threadIdx.x] = where[k + threadIdx.x];
        __syncthreads();
        for (index row = first; row < rows; row += all) {
            float sum = k == 0 ? 0.0f : y[row];
            for (index n = 0; n < size; n++)
                if (row + offsets[n] >= 0 && row + offsets[n] < rows)
                    sum += values[row + pitch * (k + n)];
            y[row] = sum;
        }
        __syncthreads();
    }
}

template __global__ void diagonals<int>(int, int, int, const int *, const float *, float *);
