// kpipe: --stages 2
// Trips that differ between threads of a block: along x as well, in one of the launches, or in one that is not in sight.
#define TILE 16

__global__ void along_x(const float *__restrict__ A, float *__restrict__ C, int n, int share)
{
    __shared__ float tile[TILE][TILE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    const int mine = min(share + tx, n - tz * share);
    float sum = 0;
    for (int k = 0; k < mine; k += TILE) {
        tile[ty][tx] = A[(k + ty) * TILE + tx];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += tile[j][tx] * tile[j][ty];
        __syncthreads();
    }
    C[ty * TILE + tx] = sum;
}

__global__ void of_other_launch(const float *__restrict__ A, float *__restrict__ C, int n, int share)
{
    __shared__ float tile[TILE][TILE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    const int mine = min(share, n - tz * share);
    float sum = 0;
    for (int k = 0; k < mine; k += TILE) {
        tile[ty][tx] = A[(k + ty) * TILE + tx];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += tile[j][tx] * tile[j][ty];
        __syncthreads();
    }
    C[ty * TILE + tx] = sum;
}

__global__ void changed(const float *__restrict__ A, float *__restrict__ C, int n, int share)
{
    __shared__ float tile[TILE][TILE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    const int mine = min(share, n - tz * share);
    float sum = 0;
    for (int k = 0; k < mine; k += TILE) {
        tile[ty][tx] = A[(k + ty) * TILE + tx];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += tile[j][tx] * tile[j][ty];
        __syncthreads();
    }
    C[ty * TILE + tx] = sum;
}

// Nobody knows a block with one thread along y.
__global__ void unseen(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = threadIdx.y; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

// Through a copy of all three, and through a helper.
__device__ int of_thread(int n)
{
    return n - threadIdx.z;
}
__global__ void __launch_bounds__(256) in_a_helper(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    const int end = of_thread(n);
    float sum = 0;
    for (int k = 0; k < end; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

void launch(const float *A, float *C, int n, int layers)
{
    along_x<<<1, dim3(16, 16)>>>(A, C, n, 64);
    of_other_launch<<<1, dim3(16, 16)>>>(A, C, n, 64);
    of_other_launch<<<1, dim3(16, 16, 2)>>>(A, C, n, 64);
    dim3 block(16, 16);
    block.z = layers;
    changed<<<1, block>>>(A, C, n, 64);
    in_a_helper<<<1, 256>>>(A, C, n);
}
