// The break stands in front of the load, and all threads take it together. But only compute finds the mark behind which
// there is no list: the next tile may not be loaded before that.
__global__ void marked(const int *__restrict__ list, int *__restrict__ y, int most)
{
    __shared__ int tile[128];
    const int t = threadIdx.x;
    bool done = false;
    int sum = 0;

    for (int k = 0; k < most; k += 128) {
        if (__syncthreads_count(done) == 128)
            break;
        tile[t] = list[k + t];
        __syncthreads();
        for (int j = 0; j < 128 && !done; ++j) {
            done = tile[j] < 0;
            sum += done ? 0 : tile[j] * t;
        }
    }
    y[t] = sum;
}
