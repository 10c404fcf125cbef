// As kp609_near_explicit_instance_of_no_list, but the argument that follows is const.

template <typename T>
__global__ void rows(T *a, float *c, int k)
{
    __shared__ float tile[32][33];
    float sum = 0;

    for (int k0 = 0; k0 < k; k0 += 32) {
        tile[threadIdx.y][threadIdx.x] = a[(blockIdx.x * 32 + threadIdx.y) * k + k0 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 32; j++)
            sum += tile[threadIdx.y][j] * tile[j][threadIdx.x];
        __syncthreads();
    }
    c[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x] = sum;
}

template __global__ void rows(const float *, float *, int);
