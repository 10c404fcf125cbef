// A macro that names a variable's member: its nodes all have the invocation's text, as the variable
// of an anonymous union and its member have.
struct pair {
    float x, y;
};

#define SUM_UP                                                                                     \
    for (int j = 0; j < 64; ++j) {                                                                 \
        both.x += tile[j];                                                                         \
        both.y -= tile[63 - j];                                                                    \
    }

__global__ void sums(const float *__restrict__ from, float *__restrict__ to, int n)
{
    __shared__ float tile[64];
    pair both = {0, 0};

    for (int k = 0; k < n; k += 64) {
        tile[threadIdx.x] = from[k + threadIdx.x];
        __syncthreads();
        SUM_UP
        __syncthreads();
    }
    to[threadIdx.x] = both.x * both.y;
}

void run(const float *from, float *to, int n)
{
    sums<<<1, 64>>>(from, to, n);
}
