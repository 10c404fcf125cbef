// As many tiles as there are blocks: what counts them is the size that the host's grid covers. The host's 300 are no
// measure.
__global__ void forces(const float *__restrict__ at, float *__restrict__ force, int n)
{
    __shared__ float tile[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    for (int t = 0; t < gridDim.x; ++t) {
        const int j = t * blockDim.x + threadIdx.x;
        tile[threadIdx.x] = j < n ? at[j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 64; ++k)
            sum += tile[k] - (i < n ? at[i] : 0.0f);
        __syncthreads();
    }
    if (i < n)
        force[i] = sum;
}

int main()
{
    const int bodies = 300;
    float *at, *force;
    cudaMalloc(&at, bodies * sizeof(float));
    cudaMalloc(&force, bodies * sizeof(float));
    int blocks = (bodies + 63) / 64;
    forces<<<blocks, 64>>>(at, force, bodies);
}
