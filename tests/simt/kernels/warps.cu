// Warp-wide instructions, atomics, memory order.
#include "check.cuh"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

KERNEL(votes)
{
    unsigned lane = threadIdx.x % 32;
    same(1, __all_sync(~0u, lane < 32), 1);
    same(2, __any_sync(~0u, lane == 5), 1);
    same(3, __ballot_sync(~0u, lane & 1), (int)0xaaaaaaaa);
    same(4, __any_sync(~0u, 0), 0);
    same(5, __match_any_sync(~0u, lane % 4), 0x11111111 << lane % 4);
    int p;
    same(6, __match_all_sync(~0u, 7ull, &p), -1);
    same(7, p, 1);
    same(8, __shfl_sync(~0u, lane, 3), 3);
    same(9, __shfl_up_sync(~0u, lane, 2), lane < 2 ? lane : lane - 2);
    same(10, __shfl_down_sync(~0u, lane, 2, 8), lane % 8 < 6 ? lane + 2 : lane);
    near(11, __shfl_xor_sync(~0u, (double)lane, 1), lane ^ 1);
    same(12, __activemask(), -1);
    if (lane < 8) {
        same(13, __activemask(), 255);
        same(14, __ballot_sync(255, 1), 255);
        __syncwarp(255);
    }
#if __CUDA_ARCH__ >= 800
    same(15, __reduce_add_sync(~0u, lane), 496);
    same(16, __reduce_min_sync(~0u, (int)lane - 5), -5);
    same(17, __reduce_max_sync(~0u, lane), 31);
    same(18, __reduce_xor_sync(~0u, 1u << lane), -1);
    same(19, __reduce_and_sync(~0u, lane | 64), 64);
    same(20, __reduce_or_sync(~0u, 1u << lane), -1);
#endif
    unsigned mask_lt;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask_lt));
    same(21, __popc(mask_lt), lane);
    same(22, __syncthreads_count(lane < 4), 8);
    same(23, __syncthreads_and(1), 1);
    same(24, __syncthreads_or(lane == 40), 0);
}

KERNEL(groups)
{
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto eight = cg::tiled_partition<8>(warp);
    same(1, cg::reduce(warp, (int)warp.thread_rank(), cg::plus<int>()), 496);
    same(2, cg::reduce(eight, (int)eight.thread_rank(), cg::greater<int>()), 7);
    near(3, cg::reduce(warp, 0.5f, cg::plus<float>()), 16);
    same(4, cg::inclusive_scan(eight, 1), eight.thread_rank() + 1);
    same(5, cg::exclusive_scan(warp, 2), 2 * warp.thread_rank());
    if (warp.thread_rank() % 3 == 0) {
        auto active = cg::coalesced_threads();
        same(6, active.size(), 11);
        same(7, active.shfl(active.thread_rank(), 4), 4);
        same(8, cg::reduce(active, 1, cg::plus<int>()), 11);
    }
    auto parts = cg::binary_partition(warp, (bool)(tid & 1));
    same(9, parts.size(), 16);
    auto labels = cg::labeled_partition(warp, (int)(tid % 4));
    same(10, labels.size(), 8);
    same(11, warp.ballot(tid & 1), (int)0xaaaaaaaa);
    same(12, warp.shfl_xor(tid, 1), tid ^ 1);
    __shared__ int turn;
    cg::invoke_one(block, [&] { turn = 9; });
    block.sync();
    same(13, turn, 9);
    same(14, block.group_index().x, blockIdx.x);
    same(15, warp.match_any(tid % 2), tid % 2 ? (int)0xaaaaaaaa : 0x55555555);
    __shared__ int copy[64];
    cg::memcpy_async(block, copy, (const int *)in, sizeof(int) * 64);
    cg::wait(block);
    same(16, copy[63 - threadIdx.x], 64 - threadIdx.x);
}

KERNEL(atomics)
{
    __shared__ int i;
    __shared__ unsigned u, inc, dec;
    __shared__ float f;
    __shared__ double d;
    __shared__ unsigned long long l;
    __shared__ half2 h2;
    __shared__ __nv_bfloat162 b2;
    __shared__ unsigned short cas16;
    __shared__ half h;
    __shared__ __nv_bfloat16 b;
    if (threadIdx.x == 0) {
        i = 0;
        u = inc = dec = 0;
        f = 0;
        d = 0;
        l = 0;
        h2 = __float2half2_rn(0);
        b2 = __float2bfloat162_rn(0);
        cas16 = 0;
        h = 0;
        b = 0;
    }
    __syncthreads();
    atomicAdd(&i, 1);
    atomicMax(&u, tid % 64);
    atomicInc(&inc, 1000);
    atomicDec(&dec, 1000);
    atomicAdd(&f, 1.0f);
    atomicAdd(&d, 0.5);
    atomicAdd(&l, 1ull << 40);
    atomicAdd(&h2, __float2half2_rn(1));
    atomicAdd(&b2, __float2bfloat162_rn(1));
    atomicAdd(&h, __float2half(1));
    atomicAdd(&b, __float2bfloat16(1));
    __syncthreads();
    same(1, i, 64);
    same(2, u, 63);
    same(3, inc, 64);
    same(4, dec, 1001 - 64);
    near(5, f, 64);
    near(6, d, 32);
    same(7, l >> 40, 64);
    near(8, __low2float(h2), 64);
    near(9, __high2float(b2), 64);
    near(10, __half2float(h), 64);
    near(11, __bfloat162float(b), 64);
    __syncthreads();
    atomicAnd(&u, ~(1u << tid % 32));
    atomicOr(&i, 1 << tid % 32);
    atomicXor(&l, 1ull << tid % 64);
    atomicCAS(&cas16, (unsigned short)0, (unsigned short)7);
    atomicSub(&inc, 1);
    __syncthreads();
    same(12, u, 0);
    same(13, i, -1);
    same(14, cas16, 7);
    same(15, inc, 0);
    float before = atomicExch(&f, 3.0f);
    same(16, before == 64.0f || before == 3.0f, 1);
    __syncthreads();
    atomicMin(&l, 5ull);
    atomicMax((long long *)&l, 5ll);
    atomicCAS_block(&inc, 0, 9);
    atomicAdd_system(&dec, 1);
    __syncthreads();
    same(17, l, 5);
    same(18, inc, 9);
}

__device__ unsigned global_count;

KERNEL(ordered)
{
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> g(global_count);
    g.fetch_add(1, cuda::memory_order_relaxed);
    need(1, g.load(cuda::memory_order_acquire) >= 1);
    __shared__ cuda::atomic<int, cuda::thread_scope_block> a;
    if (threadIdx.x == 0)
        a.store(0);
    __syncthreads();
    a.fetch_add(2);
    a.fetch_sub(1, cuda::memory_order_release);
    __syncthreads();
    same(2, a.load(), 64);
    __syncthreads();
    int expected = 64;
    a.compare_exchange_strong(expected, 5);
    a.fetch_max(3);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    __syncthreads();
    same(3, a.exchange(5), 5);
    __shared__ volatile int v[64];
    v[threadIdx.x] = tid;
    same(4, v[threadIdx.x], tid);
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_system> own(((unsigned long long *)out)[0]);
    need(5, &own);
    same(6, __ldg(in + tid), tid + 1);
    same(7, __ldcg(in + tid) + __ldcs(in + tid) + __ldcv(in + tid) + __ldlu(in + tid) + __ldca(in + tid), 5 * (tid + 1));
    __stcs(out + tid, 1);
    __stwt(out + tid, 2);
    __stcg(out + tid, 3);
    __shared__ cuda::atomic<unsigned char, cuda::thread_scope_block> small;
    if (threadIdx.x == 0)
        small = 0;
    __syncthreads();
    small++;
    __syncthreads();
    same(8, small.load(), 64);
    __shared__ cuda::atomic<float, cuda::thread_scope_block> real;
    if (threadIdx.x == 0)
        real = 0;
    __syncthreads();
    real.fetch_add(1.0f);
    __syncthreads();
    near(9, real.load(), 64.0f);
}
