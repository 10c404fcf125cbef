// cp.async, mbarrier, cuda::pipeline, cuda::barrier. sm_80 and newer.
#include "check.cuh"

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline_primitives.h>

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

KERNEL(primitives)
{
    __shared__ __align__(16) uint32_t tile[2][64];
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[1][threadIdx.x], &in[threadIdx.x], 4, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    same(1, tile[0][63 - threadIdx.x], 64 - threadIdx.x);
    __pipeline_wait_prior(0);
    __syncthreads();
    same(2, tile[1][63 - threadIdx.x], 0);
}

#pragma nv_diag_suppress static_var_with_dynamic_init

KERNEL(barriers)
{
    __shared__ barrier bar;
    __shared__ int tile[64];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    for (int k = 0; k < 5; k++) {
        tile[threadIdx.x] = tid * 10 + k;
        barrier::arrival_token t = bar.arrive();
        bar.wait(std::move(t));
        same(1, tile[63 - threadIdx.x], (blockIdx.x * 64 + 63 - threadIdx.x) * 10 + k);
        bar.arrive_and_wait();
    }
}

KERNEL(copies)
{
    __shared__ barrier bar;
    __shared__ __align__(16) uint32_t tile[64];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof tile), bar);
    bar.arrive_and_wait();
    same(1, tile[63 - threadIdx.x], 64 - threadIdx.x);
}

KERNEL(own_copies)
{
    __shared__ barrier bar;
    __shared__ __align__(16) uint32_t tile[64];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(uint32_t), bar);
    bar.arrive_and_wait();
    same(1, tile[63 - threadIdx.x], 64 - threadIdx.x);
}

KERNEL(thread_pipeline)
{
    __shared__ uint32_t tile[2][64];
    auto pipe = cuda::make_pipeline();
    uint32_t sum = 0;
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(uint32_t), pipe);
    pipe.producer_commit();
    for (int k = 0; k < 4; k++) {
        if (k + 1 < 4) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[(k + 1) % 2][threadIdx.x], &in[threadIdx.x], sizeof(uint32_t), pipe);
            pipe.producer_commit();
        }
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        if (k + 1 == 4)
            cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        sum += tile[k % 2][63 - threadIdx.x];
        __syncthreads();
        pipe.consumer_release();
    }
    same(1, sum, 4 * (64 - threadIdx.x));
}

KERNEL(block_pipeline)
{
    __shared__ uint32_t tile[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    uint32_t sum = 0;
    for (int k = 0, f = 0; k < 6; k++) {
        for (; f < 6 && f < k + 2; f++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[f % 2], in, sizeof tile[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[k % 2][63 - threadIdx.x];
        pipe.consumer_release();
    }
    same(1, sum, 6 * (64 - threadIdx.x));
}

KERNEL(roles)
{
    __shared__ uint32_t tile[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    uint32_t sum = 0;
    if (role == cuda::pipeline_role::producer) {
        for (int k = 0; k < 6; k++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[k % 2][2 * threadIdx.x], &in[2 * threadIdx.x], 8, pipe);
            pipe.producer_commit();
        }
    } else {
        for (int k = 0; k < 6; k++) {
            pipe.consumer_wait();
            sum += tile[k % 2][63 - threadIdx.x] + tile[k % 2][threadIdx.x];
            pipe.consumer_release();
        }
        same(1, sum, 6 * 65);
    }
}

KERNEL(awbarrier)
{
    __shared__ __mbarrier_t bar;
    __shared__ uint32_t tile[64];
    if (threadIdx.x == 0)
        __mbarrier_init(&bar, blockDim.x);
    __syncthreads();
    tile[threadIdx.x] = tid;
    __mbarrier_token_t token = __mbarrier_arrive(&bar);
    while (!__mbarrier_test_wait(&bar, token))
        ;
    same(1, tile[63 - threadIdx.x], blockIdx.x * 64 + 63 - threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0)
        __mbarrier_inval(&bar);
}
