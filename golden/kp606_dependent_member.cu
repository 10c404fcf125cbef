// The member's type is known only to an instance: a staging register for it cannot be declared.
template <typename Body>
__global__ void pull(const Body *__restrict__ bodies, float *__restrict__ out, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = bodies[k + t].x;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
