// kpipe: --stages 2
// Both branches write the same elements: words, a vector, or a loop.
__global__ void words_or_loop(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            const float4 v = *reinterpret_cast<const float4 *>(&x[k + at]);
            xs[at] = v.x;
            xs[at + 1] = v.y;
            xs[at + 2] = v.z;
            xs[at + 3] = v.w;
        } else {
            for (int j = 0; j < 4; j++)
                xs[at + j] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void loop_or_vector(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            for (int j = 1; j < 5; j++)
                xs[at - 1 + j] = 2.0f * x[k + at + j - 1];
        } else {
            *reinterpret_cast<float4 *>(&xs[at]) =
                *reinterpret_cast<const float4 *>(&x[k % 4]);
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void halves_or_loop(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            *reinterpret_cast<float2 *>(&xs[at + 2]) =
                *reinterpret_cast<const float2 *>(&x[k + at + 2]);
            *reinterpret_cast<float2 *>(&xs[at]) =
                *reinterpret_cast<const float2 *>(&x[k + at]);
        } else {
            for (int j = 0; j < 4; j++)
                xs[at + j] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void vectors_or_words(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        const int to = t * 8;

        if (k + at + 3 < n) {
            for (int j = 0; j < 8; j += 4)
                *reinterpret_cast<float4 *>(&xs[to + j]) =
                    *reinterpret_cast<const float4 *>(&x[k + at]);
        } else {
            for (int j = 0; j < 8; j++)
                xs[to + j] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 256];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void third_branch(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + 128 <= n) {
            if (t < 16) {
                if (n % 4 == 0) {
                    *reinterpret_cast<float4 *>(&xs[at]) =
                        *reinterpret_cast<const float4 *>(&x[k + at]);
                } else {
                    for (int j = 0; j < 4; j++)
                        xs[at + j] = x[k + at + j];
                }
            }
        } else if (t < 16) {
            for (int j = 0; j < 4; j++)
                xs[at + j] = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 64];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

template <int COLUMNS>
__global__ void transposed(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[32][COLUMNS + 4];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = threadIdx.x; i < COLUMNS * 8; i += blockDim.x) {
            int column = i / 8, row = i % 8 * 4;

            if (k + row + 3 < n) {
                float4 v = *reinterpret_cast<const float4 *>(&x[column * n + k + row]);
                xs[row][column] = v.x;
                xs[row + 1][column] = v.y;
                xs[row + 2][column] = v.z;
                xs[row + 3][column] = v.w;
            } else {
                for (int j = 0; j < 4; j++)
                    xs[row + j][column] = k + row + j < n ? x[column * n + k + row + j] : 0.0f;
            }
        }
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += xs[i][threadIdx.x % COLUMNS];
        __syncthreads();
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void run(float *x, float *y, int n)
{
    words_or_loop<<<8, 32>>>(x, y, n);
    vectors_or_words<<<8, 32>>>(x, y, n);
    loop_or_vector<<<8, 32>>>(x, y, n);
    halves_or_loop<<<8, 32>>>(x, y, n);
    third_branch<<<8, 32>>>(x, y, n);
    transposed<64><<<8, 64>>>(x, y, n);
}
