// kpipe: --stages 2
// The branches write other elements.
__global__ void three_words(const float *__restrict__ x, float *__restrict__ y, int n)
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

__global__ void five_trips(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[160];
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
            for (int j = 0; j < 5; j++)
                xs[at + j] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void shifted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[160];
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
                xs[at + 1 + j] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void every_second(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[160];
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
            for (int j = 0; j < 4; j += 2)
                xs[at + j] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void doubled(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[160];
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
                xs[at + j * 2] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void taken_away(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[160];
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
                xs[at - j] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void guarded(const float *__restrict__ x, float *__restrict__ y, int n)
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
                if (k + at + j < n)
                    xs[at + j] = x[k + at + j];
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void guarded_by_counter(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            if (t < 16)
                *reinterpret_cast<float4 *>(&xs[at]) =
                    *reinterpret_cast<const float4 *>(&x[k + at]);
        } else {
            for (int j = 0; j < 4; j++)
                if (j < 2)
                    xs[at + j] = x[k % 4];
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void other_threads(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            if (t < 16)
                *reinterpret_cast<float4 *>(&xs[at]) =
                    *reinterpret_cast<const float4 *>(&x[k + at]);
        } else {
            if (t < 17)
                for (int j = 0; j < 4; j++)
                    xs[at + j] = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void left_early(const float *__restrict__ x, float *__restrict__ y, int n)
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
            for (int j = 0; j < 4; j++) {
                if (k + at + j >= n)
                    break;
                xs[at + j] = x[k + at + j];
            }
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void skips(const float *__restrict__ x, float *__restrict__ y, int n)
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
            for (int j = 0; j < 4; j++) {
                xs[at + j] = k + at + j < n ? x[k + at + j] : 0.0f;
                j += n > 5;
            }
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void open_end(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[160];
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
            for (int j = 0; j < n - k; j++)
                xs[at + j] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void moves_in_between(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[160];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        int to = at;

        if (k + at + 3 < n) {
            *reinterpret_cast<float4 *>(&xs[to]) =
                *reinterpret_cast<const float4 *>(&x[k + at]);
        } else {
            to += 4;
            for (int j = 0; j < 4; j++)
                xs[to + j] = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void other_row(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            *reinterpret_cast<float4 *>(&xs[0][at]) =
                *reinterpret_cast<const float4 *>(&x[k + at]);
        } else {
            for (int j = 0; j < 4; j++)
                xs[1][at + j] = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i % 2][(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void vectors_apart(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[288];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        const int to = t * 8;

        if (k + at + 3 < n) {
            for (int j = 0; j < 12; j += 8)
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

__global__ void vectors_down(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[136][8];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            for (int j = 0; j < 2; j++)
                *reinterpret_cast<float2 *>(&xs[t + j][0]) =
                    *reinterpret_cast<const float2 *>(&x[k + at]);
        } else {
            for (int j = 0; j < 3; j++)
                xs[t + j][0] = k + at + j < n ? x[k + at + j] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i][t % 2];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void down_a_column(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[128][8];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            *reinterpret_cast<float4 *>(&xs[at][0]) =
                *reinterpret_cast<const float4 *>(&x[k + at]);
        } else {
            for (int j = 0; j < 4; j++)
                xs[at + j][0] = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i][t % 4];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void both_indices(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[132][8];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            xs[at][0] = x[k + at];
            xs[at + 1][1] = x[k + at + 1];
        } else {
            xs[at][1] = 0.0f;
            xs[at + 1][0] = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i][t % 4];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void index_of_vectors(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            reinterpret_cast<float4 *>(xs)[at] = *reinterpret_cast<const float4 *>(&x[k + at]);
        } else {
            for (int j = 0; j < 4; j++)
                xs[at + j] = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 512];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void rows_of_another_length(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[132][8];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            xs[t][0] = x[k + at];
            xs[t + 1][0] = x[k + at];
        } else {
            for (int j = 0; j < 2; j++)
                reinterpret_cast<float (*)[4]>(xs)[t + j][0] = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i][t % 4];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void short_words(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[132];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            *reinterpret_cast<float2 *>(&xs[at]) =
                *reinterpret_cast<const float2 *>(&x[k + at]);
        } else {
            for (int j = 0; j < 4; j++)
                reinterpret_cast<short *>(xs)[at + j] = 0;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void one_member(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float4 xs[32];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        if (k + at + 3 < n) {
            xs[t] = *reinterpret_cast<const float4 *>(&x[k + at]);
        } else {
            xs[t].x = 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i % 32].w;
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

__global__ void once_for_all_trips(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[132];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int at = t * 4;

        for (int i = 0; i < 4; i++)
            if (k + at + i < n)
                xs[at + i] = x[k + at + i];
            else if (k > 128)
                for (int j = 0; j < 4; j++)
                    xs[at + j] = 0.0f;
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[(i + t) % 128];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}

void run(float *x, float *y, int n)
{
    three_words<<<8, 32>>>(x, y, n);
    five_trips<<<8, 32>>>(x, y, n);
    shifted<<<8, 32>>>(x, y, n);
    every_second<<<8, 32>>>(x, y, n);
    doubled<<<8, 32>>>(x, y, n);
    taken_away<<<8, 32>>>(x, y, n);
    guarded<<<8, 32>>>(x, y, n);
    guarded_by_counter<<<8, 32>>>(x, y, n);
    other_threads<<<8, 32>>>(x, y, n);
    left_early<<<8, 32>>>(x, y, n);
    skips<<<8, 32>>>(x, y, n);
    open_end<<<8, 32>>>(x, y, n);
    moves_in_between<<<8, 32>>>(x, y, n);
    other_row<<<8, 32>>>(x, y, n);
    vectors_apart<<<8, 32>>>(x, y, n);
    vectors_down<<<8, 32>>>(x, y, n);
    down_a_column<<<8, 32>>>(x, y, n);
    both_indices<<<8, 32>>>(x, y, n);
    index_of_vectors<<<8, 32>>>(x, y, n);
    rows_of_another_length<<<8, 32>>>(x, y, n);
    short_words<<<8, 32>>>(x, y, n);
    one_member<<<8, 32>>>(x, y, n);
    once_for_all_trips<<<8, 32>>>(x, y, n);
}
