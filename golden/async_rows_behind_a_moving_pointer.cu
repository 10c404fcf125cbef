// kpipe: --no-widen --variant cp-async --stages 2
// A pointer that each trip makes anew may lead another index to an element that is made already: no
// index says where its elements are. One that all trips have alike is an array.
__global__ void rows(const float *__restrict__ A, float *__restrict__ out, int K, int d)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int r = threadIdx.y; r < 16; r += blockDim.y) {
            float *four = tile - r / 4 * 4 * d;
            for (int c = threadIdx.x; c < d; c += blockDim.x)
                four[r * d + c] = A[(k0 + r) * d + c];
        }
        __syncthreads();
        for (int i = 0; i < 4 * d; i++)
            sum += tile[i] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

__global__ void elements(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ float tile[64];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 64) {
        for (int i = threadIdx.x; i < 64; i += 8) {
            float *sixteen = tile + 48 - i / 16 * 16;
            sixteen[i] = A[k0 + i];
        }
        __syncthreads();
        for (int i = 48; i < 64; i++)
            sum += tile[i] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

__global__ void alike(const float *__restrict__ A, float *__restrict__ out, int K, int d)
{
    extern __shared__ float tile[];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int r = threadIdx.y; r < 16; r += blockDim.y) {
            float *second = tile + d;
            for (int c = threadIdx.x; c < d; c += blockDim.x)
                second[r * d + c] = A[(k0 + r) * d + c];
        }
        __syncthreads();
        for (int i = 0; i < 16 * d; i++)
            sum += tile[d + i] * (threadIdx.x + 1);
        __syncthreads();
    }
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

void run(const float *A, float *out, int K, int d)
{
    rows<<<1, dim3(32, 4), 4 * d * sizeof(float)>>>(A, out, K, d);
    elements<<<1, 8>>>(A, out, K);
    alike<<<1, dim3(32, 4), 17 * d * sizeof(float)>>>(A, out, K, d);
}
