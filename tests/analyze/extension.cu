// A PyTorch extension as people write them: accessors, AT_DISPATCH, a launch in a lambda.
#include <torch/extension.h>

#define TILE 16

template <typename scalar_t>
__global__ void matmul_kernel(torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> a,
                              torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> b,
                              torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> c,
                              int n)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float acc = 0;

    for (int k0 = 0; k0 < n; k0 += TILE) {
        As[threadIdx.y][threadIdx.x] = a[row][k0 + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = b[k0 + threadIdx.y][col];
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row][col] = acc;
}

torch::Tensor matmul(torch::Tensor a, torch::Tensor b)
{
    auto c = torch::empty_like(a);
    const int n = a.size(0);
    const dim3 block(TILE, TILE), grid(n / TILE, n / TILE);

    AT_DISPATCH_FLOATING_TYPES(a.scalar_type(), "matmul", ([&] {
        matmul_kernel<scalar_t><<<grid, block>>>(
            a.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(),
            b.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(),
            c.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(), n);
    }));
    return c;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("matmul", &matmul); }
