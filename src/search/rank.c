#include "search/rank.h"

#include <math.h>

/* The weight of the time at low occupancy relative to the time with as many blocks as fit: its
 * fourth root (docs/dev/time.md). */
static const double LOW = 0.25;
/* Plans that come off the same, as rings of three and four do whose copies are there in time: the
 * one that is tried first is taken, with fewer stages, less memory, nearer to the source. */
static const double SAME = 1.001;

/* If no plan gains both with a full SM and at low occupancy, a plan that gains at low occupancy may
 * take this much longer with a full SM. */
static const double NO_SLOWER = 1.03;

/* .. if an SM has no more threads than half of its own: among more of them the loads of one block
 * hide behind the others' math. Of four plans that were taken so two gained 0.4% and 2.4%, and one
 * took 1.09 of the original's time (docs/dev/time.md). */
enum { MANY_THREADS = 1024 };

/* What the time has to be where blocks are lost and few of them are left on an SM: how the first
 * loads and the last stores of a block overlap with another's loop is not in the time. In seven of
 * 73 public kernels the plan with the best score loses blocks so; predicted at 0.79 to 0.90 of the
 * original's time, they took 0.91 to 1.13, four of them more than the original (docs/dev/time.md).
 * So it is where the loop has arrays of a thread in memory: what they cost beside the copies is not
 * in the time, and two kernels took 1.25 and 1.35 where 0.89 and 1.13 were predicted. */
static const double UNSURE = 0.77;

/* What the time has to be where blocks are lost that the launch's grid does not miss: it takes as
 * many rounds, the blocks of one begin together, and in the original no other's loop runs then,
 * either. More than this is no promise (docs/dev/time.md). */
static const double PROMISED = 0.9;
enum { LOW_BLOCKS = 4 };

/* What a loop as written may take longer where it stands beside its pipelined self, for the sake of
 * a run-time test, and has as few blocks as that (docs/dev/time.md). */
static const double OTHER_SIDE = 1.02;

/* Bytes that the time still answers for: what a loop loads and stores of them is simulated. Of
 * eight plans that spilled 8 to 128 bytes none took longer than 1.09 of its predicted time
 * (docs/dev/time.md). */
enum { SOME_SPILLS = 128 };

static const char REGISTERS[] =
    "use fewer registers per thread: smaller register tiles, or more threads";

int kp_new_spills(const struct kp_built *b)
{
    return b->spills_after > b->spills_before ? b->spills_after - b->spills_before : 0;
}

bool kp_spills_much(const struct kp_built *b)
{
    return kp_new_spills(b) > (b->time > 0 ? SOME_SPILLS : 0);
}

int kp_lost_blocks(const struct kp_built *b)
{
    return b->blocks_after < b->blocks_before ? b->blocks_before - b->blocks_after : 0;
}

/* Smaller is better; 1 is as good as the original. */
static double score(const struct kp_built *b)
{
    return b->low_occupancy > 0 ? b->time * pow(b->low_occupancy, LOW) : b->time;
}

/* Do the registers leave no room for a block? Such a kernel cannot be launched. */
static bool has_no_block(const struct kp_built *b)
{
    return b->blocks_after < 1 && b->blocks_before >= 1 && !b->threads_assumed;
}

/* What to change for more blocks. */
static const char *lost_to(const struct kp_built *b)
{
    return b->lost_to_memory ? "use less shared memory per block: smaller tiles" : REGISTERS;
}

bool kp_is_block_unknown(const struct kp_built *b)
{
    return b->threads_assumed && !b->threads_guessed;
}

/* What a plan is not taken for before its time is looked at. */
static struct kp_objection never(const struct kp_built *b)
{
    if (has_no_block(b))
        return (struct kp_objection){"has registers for no block on an SM", REGISTERS, 0};
    if (kp_spills_much(b))
        return (struct kp_objection){"spills registers, which the original does not", REGISTERS, 0};
    if (b->is_long)
        return (struct kp_objection){"has a main loop whose code does not stay in an SM",
                                     "unroll less in the loop", 0};
    if (!b->same_rounds && b->other > OTHER_SIDE)
        return (struct kp_objection){
            "slows down the loop as written, which runs where its test fails", lost_to(b), 0};
    if (b->one_warp && b->has_async) /* what it costs these is not in the time */
        return (struct kp_objection){
            "copies by cp.async in blocks of one warp, which costs these what no time tells",
            "launch blocks of several warps", 0};
    return (struct kp_objection){0};
}

/* What a time has to be clear for; the least of them counts. */
static struct kp_objection unsure(const struct kp_built *b)
{
    bool is_low = kp_lost_blocks(b) && b->blocks_after <= LOW_BLOCKS;

    if (b->has_local && b->time > UNSURE)
        return (struct kp_objection){"has arrays of a thread in memory", "index them by constants",
                                     UNSURE};
    if (is_low && b->time > (b->same_rounds ? PROMISED : UNSURE))
        return (struct kp_objection){"leaves fewer blocks on an SM, and few", lost_to(b),
                                     b->same_rounds ? PROMISED : UNSURE};
    if (kp_new_spills(b) && b->time > PROMISED)
        return (struct kp_objection){"spills some registers, which the original does not",
                                     REGISTERS, PROMISED};
    return (struct kp_objection){0};
}

struct kp_objection kp_objection_to(const struct kp_built *b)
{
    double most = b->threads * b->blocks_after > MANY_THREADS ? 1 : NO_SLOWER;
    struct kp_objection v = never(b);

    if (v.why || b->time <= 0)
        return v;
    /* of one warp's blocks the time does not know what a second buffer gains */
    if (b->time > most || (score(b) > 1 && !(b->one_warp && b->has_ahead)))
        return (struct kp_objection){"is not predicted to be faster", NULL, 0};
    return unsure(b);
}

bool kp_is_worth_it(const struct kp_built *b)
{
    return !kp_objection_to(b).why;
}

/* 2: faster by both predictions; 1: still worth it; 0: to be left alone. */
static int promise(const struct kp_built *b)
{
    return !kp_is_worth_it(b) ? 0 : b->time <= 1 ? 2 : 1;
}

bool kp_is_worse_built(const struct kp_built *a, const struct kp_built *than)
{
    if (!than->known || !a->known)
        return a->known;
    if (kp_spills_much(a) != kp_spills_much(than))
        return kp_spills_much(a);
    if (a->time > 0 && than->time > 0 && promise(a) != promise(than))
        return promise(a) < promise(than);
    if (a->time > 0 && than->time > 0)
        return score(a) > score(than);
    return kp_lost_blocks(a) * than->blocks_before > kp_lost_blocks(than) * a->blocks_before;
}

static bool is_as_good(const struct kp_built *b, const struct kp_built *best)
{
    return b->known && kp_spills_much(b) == kp_spills_much(best) && b->time > 0 &&
           promise(b) == promise(best) && score(b) <= score(best) * SAME;
}

bool kp_is_better_by(const struct kp_built *a, const struct kp_built *than, double share)
{
    return a->time > 0 && than->time > 0 && score(a) <= share * score(than);
}

size_t kp_best_built(const struct kp_built *v, size_t n)
{
    size_t best = 0;

    for (size_t i = 1; i < n; i++)
        if (kp_is_worse_built(&v[best], &v[i]))
            best = i;
    for (size_t i = 0; i < best; i++)
        if (is_as_good(&v[i], &v[best]))
            return i;
    return best;
}
