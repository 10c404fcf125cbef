// Compares our target table and occupancy function with cuda_occupancy.h of a CUDA toolkit: every
// target, many block sizes, register counts and shared-memory sizes. Built and run by
// tests/occupancy.
#include <climits>
#include <cstdio>
#include <cstdlib>

#include <cuda_occupancy.h>

extern "C" {
#include "plan/occupancy.h"
#include "rule/rule.h"
}

static cudaOccDeviceProp properties(const kp_target &t)
{
    int number = atoi(t.arch + 3); // sm_86
    cudaOccDeviceProp p;

    p.computeMajor = number / 10;
    p.computeMinor = number % 10;
    p.maxThreadsPerBlock = t.threads_per_block;
    p.maxThreadsPerMultiprocessor = t.warps_per_sm * 32;
    p.regsPerBlock = t.regs_per_sm;
    p.regsPerMultiprocessor = t.regs_per_sm;
    p.warpSize = 32;
    p.sharedMemPerBlock = t.smem_per_block_static;
    p.sharedMemPerMultiprocessor = t.smem_per_sm;
    p.numSms = 48;
    p.sharedMemPerBlockOptin = t.smem_per_block_optin;
    p.reservedSharedMemPerBlock = t.smem_reserved;
    return p;
}

static int oracle_blocks(const cudaOccDeviceProp &p, int threads, int regs, long smem)
{
    cudaOccFuncAttributes f;
    cudaOccDeviceState state;
    cudaOccResult result;

    f.maxThreadsPerBlock = INT_MAX;
    f.numRegs = regs;
    f.sharedSizeBytes = 0;
    f.partitionedGCConfig = PARTITIONED_GC_OFF;
    f.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    f.maxDynamicSharedSizeBytes = smem;
    f.numBlockBarriers = 1;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &p, &f, &state, threads, smem) !=
        CUDA_OCC_SUCCESS)
        return -1;
    return result.activeBlocksPerMultiprocessor;
}

// What the table says about an architecture and the header knows by itself.
static long compare_table(const kp_target &t, const cudaOccDeviceProp &p)
{
    int smem = 0, regs = 0, partitions = 0, blocks = 0;
    bool same;

    cudaOccSMemAllocationGranularity(&smem, &p);
    cudaOccRegAllocationGranularity(&regs, &p);
    cudaOccSubPartitionsPerMultiprocessor(&partitions, &p);
    cudaOccMaxBlocksPerMultiprocessor(&blocks, &p);
    same = smem == t.smem_granule && regs == t.regs_granule && partitions == t.sub_partitions &&
           blocks == t.blocks_per_sm;
    if (!same)
        printf("%s: the header says granules %d and %d, %d sub-partitions, %d blocks\n", t.arch,
               smem, regs, partitions, blocks);
    return !same;
}

static long compare_occupancy(const kp_target &t, const cudaOccDeviceProp &p, long *compared)
{
    static const int threads[] = {1,   31,  32,  33,  64,  96,  128,  160, 192,
                                  256, 320, 384, 512, 640, 768, 1000, 1024};
    static const int regs[] = {1,  16, 24, 32, 33,  40,  48,  56,  63,  64,  65,  72,
                               80, 96, 112, 128, 129, 137, 160, 168, 192, 224, 254, 255};
    long wrong = 0;

    for (int n : threads)
        for (int r : regs)
            for (long smem = 0; smem <= t.smem_per_block_optin + 512L; smem += 509) {
                int theirs = oracle_blocks(p, n, r, smem);
                int ours = kp_blocks_per_sm(&t, n, r, smem);

                ++*compared;
                if (ours != theirs && wrong++ < 10)
                    printf("%s, %d threads, %d registers, %ld bytes: %d blocks, not %d\n", t.arch,
                           n, r, smem, theirs, ours);
            }
    return wrong;
}

int main()
{
    const char *error = nullptr;
    kp_rules *rules = kp_rules_load(kp_arena_new(), nullptr, &error);
    long compared = 0, wrong = 0;
    size_t n = 0;

    if (!rules) {
        puts(error);
        return 1;
    }
    const kp_target *targets = kp_rule_targets(rules, &n);
    for (size_t i = 0; i < n; i++) {
        cudaOccDeviceProp p = properties(targets[i]);

        wrong += compare_table(targets[i], p);
        wrong += compare_occupancy(targets[i], p, &compared);
    }
    printf("%zu targets, %ld comparisons, %ld differences\n", n, compared, wrong);
    return compared == 0 || wrong != 0;
}
