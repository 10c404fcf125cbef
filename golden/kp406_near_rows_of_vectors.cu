// kpipe: --stages 2
// Rows that are reached by pointers of the loop's, as vectors of which there are a quotient.
#define ROWS 8
#define KEYS 32
__global__ void products(const float *__restrict__ Q, const float *__restrict__ K,
                         float *__restrict__ O, int n, int depth)
{
    extern __shared__ __align__(16) float memory[];
    float *Qs = memory, *Ks = Qs + ROWS * depth;
    const int depth4 = depth / 4, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float4 *Qs4 = reinterpret_cast<float4 *>(Qs), *Ks4 = reinterpret_cast<float4 *>(Ks);
    for (int i = threadIdx.x; i < ROWS * depth4; i += blockDim.x)
        Qs4[i] = reinterpret_cast<const float4 *>(Q)[blockIdx.x * ROWS * depth4 + i];
    float sum = 0;
    for (int first = 0; first < n; first += KEYS) {
        for (int i = threadIdx.x; i < KEYS * depth4; i += blockDim.x)
            Ks4[i] = reinterpret_cast<const float4 *>(K)[first * depth4 + i];
        __syncthreads();
        const float4 *q = reinterpret_cast<const float4 *>(Qs + warp * depth);
        const float4 *k = reinterpret_cast<const float4 *>(Ks) + lane * depth4;
        for (int i = 0; i < depth4; ++i)
            sum += q[i].x * k[i].x + q[i].y * k[i].y + q[i].z * k[i].z + q[i].w * k[i].w;
        __syncthreads();
    }
    O[blockIdx.x * ROWS * 32 + threadIdx.x] = sum;
}

void run(const float *Q, const float *K, float *O, int n, int depth)
{
    products<<<n / ROWS, ROWS * 32, (ROWS + KEYS) * depth * sizeof(float)>>>(Q, K, O, n, depth);
}
