// Iterations are passed over by a bit; the pointers of the others go by the counter that a closure
// moves on.
__global__ void gathered(const float *__restrict__ x, const int *__restrict__ mask,
                         float *__restrict__ out, int first, int last)
{
    __shared__ float tile[128];
    float sum = 0;

    for (int k = first; k < last; ++k) {
        bool on = mask[blockIdx.x] >> k & 1;
        if (on) {
            const float *from = x + k * 128;

            __syncthreads();
            tile[threadIdx.x] = from[threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j];
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
