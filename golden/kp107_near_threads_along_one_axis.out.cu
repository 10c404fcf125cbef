// kpipe: --stages 2
// Trips that differ along an axis of which the blocks of all launches in sight have one thread.
#define TILE 16

__global__ void along_z(const float *__restrict__ A, float *__restrict__ C, int n, int share)
{
    __shared__ __align__(128) float kp_tile[2][2][TILE][TILE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    const int bx = blockIdx.x * blockDim.z + tz;
    const int mine = min(share, n - bx * share);
    float sum = 0;
    A += bx * share * TILE;
    static_assert(TILE == 16, "kpipe: TILE has changed: run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        blockDim.z == 1;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = A[(k + ty) * TILE + tx];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < TILE; j++)
                sum += tile[tz][j][tx] * tile[tz][j][ty];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            tile[tz][ty][tx] = kp_r0;
        };
        {
            int k = 0;
            if (k < mine) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                for (k += TILE; k < mine; k += TILE) {
                    kp_fetch(k);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int k = 0; k < mine; k += TILE) {
            tile[tz][ty][tx] = A[(k + ty) * TILE + tx];
            __syncthreads();
            for (int j = 0; j < TILE; j++)
                sum += tile[tz][j][tx] * tile[tz][j][ty];
            __syncthreads();
        }
    }
    C[(bx * TILE + ty) * TILE + tx] = sum;
}

template <int T>
__global__ void __launch_bounds__(T) along_two(const float *__restrict__ A, const int *__restrict__ ends,
                                               float *__restrict__ C)
{
    __shared__ struct alignas(128) { float tile[T]; } kp_tile[2];
    const int t = threadIdx.x;
    const int row = (blockIdx.x * blockDim.z + threadIdx.z) * blockDim.y + threadIdx.y;
    float sum = 0;
    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        blockDim.y == 1 &&
        blockDim.z == 1;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = A[k + t];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            for (int j = 0; j < T; j++)
                sum += tile[j] * (t - j);
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            tile[t] = kp_r0;
        };
        {
            int k = ends[row];
            if (k < ends[row + 1]) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                for (k += T; k < ends[row + 1]; k += T) {
                    kp_fetch(k);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0].tile;
        for (int k = ends[row]; k < ends[row + 1]; k += T) {
            tile[t] = A[k + t];
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += tile[j] * (t - j);
            __syncthreads();
        }
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
