// kpipe: --stages 2
// Trips that differ along an axis of which the blocks of all launches in sight have one thread.
#define TILE 16

__global__ void along_z(const float *__restrict__ A, float *__restrict__ C, int n, int share)
{
    __shared__ float tile[2][TILE][TILE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    const int bx = blockIdx.x * blockDim.z + tz;
    const int mine = min(share, n - bx * share);
    float sum = 0;
    A += bx * share * TILE;
    for (int k = 0; k < mine; k += TILE) {
        tile[tz][ty][tx] = A[(k + ty) * TILE + tx];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += tile[tz][j][tx] * tile[tz][j][ty];
        __syncthreads();
    }
    C[(bx * TILE + ty) * TILE + tx] = sum;
}

template <int T>
__global__ void __launch_bounds__(T) along_two(const float *__restrict__ A, const int *__restrict__ ends,
                                               float *__restrict__ C)
{
    __shared__ float tile[T];
    const int t = threadIdx.x;
    const int row = (blockIdx.x * blockDim.z + threadIdx.z) * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = ends[row]; k < ends[row + 1]; k += T) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[row * T + t] = sum;
}

void launch(const float *A, const int *ends, float *C, int n, int tile)
{
    dim3 threads(tile, tile);
    along_z<<<n / 1024, threads>>>(A, C, n, 1024);
    along_z<<<n / 2048, dim3(16, 16, 1)>>>(A, C, n, 2048);
    along_two<256><<<n, tile * tile>>>(A, ends, C);
}
