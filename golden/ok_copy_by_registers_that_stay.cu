// kpipe: --stages 2
// What these loops keep in registers stays there.
// Something else reads one of them.
__global__ void read_again(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; i++)
            held[i] = A[k + i * 64 + t];
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * held[j % 4];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

// The loops are not over the same elements.
__global__ void other_loop(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float held[4] = {}, acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 1; i < 4; i++)
            held[i] = A[k + i * 64 + t];
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

// All iterations set one element.
__global__ void same_element(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; i++)
            held[0] = A[k + i * 64 + t];
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[0];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

// Where it is read, the pointer has moved on.
__global__ void moved_on(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; i++)
            held[i] = A[i * 64 + t];
        A += 256;
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

// A name means something else where it would be read.
__global__ void hidden(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                       int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    const float *from = A;
    float held[4], acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; i++)
            held[i] = from[k + i * 64 + t];
        const float *from = B;
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * from[j];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

// The value is converted.
__global__ void converted(const int *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; i++)
            held[i] = A[k + i * 64 + t];
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

// The bound of the loops moves between them.
__global__ void bound_moves(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float held[4] = {}, acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        int most = 2;
        for (int i = 0; i < most; i++)
            held[i] = A[k + i * 64 + t];
        most = 4;
        for (int i = 0; i < most; i++)
            As[i * 64 + t] = held[i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}

// Behind the loop, too.
__global__ void read_behind(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float held[4] = {}, acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 4; i++)
            held[i] = A[k + i * 64 + t];
        for (int i = 0; i < 4; i++)
            As[i * 64 + t] = held[i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc + held[1];
}

// The load phase reads one of them again.
__global__ void read_in_load(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 0; i < 3; i++)
            held[i] = A[k + i * 64 + t];
        for (int i = 0; i < 3; i++)
            As[i * 64 + t] = held[i];
        As[192 + t] = held[0];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += As[j] * (float)(j + t);
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}
