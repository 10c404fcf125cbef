// Every fill takes a ticket: issued one iteration early, tickets are dealt in another order.
__global__ void tickets(const float *__restrict__ x, int *__restrict__ cursor,
                        float *__restrict__ out, int rounds)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int r = 0; r < rounds; ++r) {
        const int at = atomicAdd(cursor, 1);
        tile[t] = x[at];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
