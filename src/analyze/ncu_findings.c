/* What the figures say to a person who reads such reports every day: speed of light first, then
 * memory, the scheduler, what warps wait for, bank conflicts, occupancy, spills. The limits are
 * those of the profiler's own guidance: 60% of a peak is busy, 80% is near it. */
#include <string.h>

#include "analyze/ncu.h"
#include "rule/ncu.h"

enum {
    BUSY = 60,          /* % of a peak: the unit counts as busy */
    LITTLE = 40,        /* % of DRAM's peak: little for a busy memory system */
    HALF_EMPTY = 16,    /* bytes of a sector of 32 that are asked for */
    MANY_SECTORS = 16,  /* per request: that many are needed only by accesses of 16 bytes */
    IDLE_SLOTS = 40,    /* % of cycles without an eligible warp */
    MUCH_WAITING = 20,  /* % of a warp's cycles in one state */
    CONFLICTS = 20,     /* % of the wavefronts of shared memory */
    UNEVEN = 15,        /* percentage points between theoretical and achieved occupancy */
    LOW_OCCUPANCY = 30, /* % */
    FEW = 10,           /* % of all sectors */
    LOW_HITS = 50       /* % */
};

struct judge {
    struct kp_arena *arena;
    const struct kp_rules *rules;
    struct kp_profiled *kernel;
};

const char *kp_ncu_stall_key(struct kp_arena *a, const struct kp_ncu_stall *s)
{
    return kp_sprintf(a, "stall_%s", s->name);
}

static bool get(const struct judge *j, const char *key, double *v)
{
    return kp_profile_value(j->kernel, key, v);
}

static void say(struct judge *j, const char *topic, bool is_problem, const char *advice,
                const char *text)
{
    struct kp_ncu_finding f = {topic, is_problem, text,
                           advice ? kp_rule_ncu_advice(j->rules, advice) : NULL};

    kp_push(j->arena, &j->kernel->findings, f);
}

/* ---- one topic each ----------------------------------------------------------------------------
 */

static void speed_of_light(struct judge *j)
{
    double sm, memory;
    const char *figures;

    if (!get(j, "sm_throughput_pct", &sm) || !get(j, "memory_throughput_pct", &memory))
        return;
    figures = kp_sprintf(j->arena, "compute %.1f%%, memory %.1f%% of their peaks", sm, memory);
    if (sm >= BUSY && memory >= BUSY)
        say(j, "speed of light", false, "both_busy",
            kp_sprintf(j->arena, "%s: both are busy", figures));
    else if (sm >= BUSY)
        say(j, "speed of light", false, "compute",
            kp_sprintf(j->arena, "%s: bound by compute", figures));
    else if (memory >= BUSY)
        say(j, "speed of light", false, "memory",
            kp_sprintf(j->arena, "%s: bound by memory", figures));
    else
        say(j, "speed of light", true, "latency",
            kp_sprintf(j->arena, "%s: neither is busy, the kernel waits (latency)", figures));
}

/* The share of the kernel's sectors that are loads, or stores; all of them when nobody counted. */
static double share_of(const struct judge *j, const char *key)
{
    double loads, stores, own;

    if (!get(j, "ldg_sectors", &loads) || !get(j, "stg_sectors", &stores) || !get(j, key, &own) ||
        loads + stores <= 0)
        return 100;
    return 100 * own / (loads + stores);
}

/* `kind` is "ldg" or "stg". */
static void sectors(struct judge *j, const char *kind, const char *what)
{
    double per_request, bytes, share;
    bool has_bytes = get(j, kp_sprintf(j->arena, "%s_bytes_per_sector", kind), &bytes);
    bool has_sectors = get(j, kp_sprintf(j->arena, "%s_sectors_per_request", kind), &per_request);
    const char *text;

    if (has_bytes ? bytes <= 0 || bytes > HALF_EMPTY : !has_sectors || per_request <= MANY_SECTORS)
        return;
    share = share_of(j, kp_sprintf(j->arena, "%s_sectors", kind));
    text = has_bytes
               ? kp_sprintf(j->arena, "%s use %.1f of the 32 bytes of each sector", what, bytes)
               : kp_sprintf(j->arena,
                            "%s touch %.1f sectors per request; 4 are the ideal for accesses "
                            "of 4 bytes, 8 for 8, 16 for 16",
                            what, per_request);
    if (share < FEW)
        say(j, "memory", false, NULL,
            kp_sprintf(j->arena, "%s, but they are %.1f%% of all sectors only", text, share));
    else
        say(j, "memory", true, "uncoalesced", text);
}

static void memory(struct judge *j)
{
    double busy, dram, l1, l2;
    bool has_busy = get(j, "memory_busy_pct", &busy) || get(j, "memory_throughput_pct", &busy);

    sectors(j, "ldg", "loads from global memory");
    sectors(j, "stg", "stores to global memory");
    if (!get(j, "dram_throughput_pct", &dram))
        return;
    if (has_busy && busy >= BUSY && dram < LITTLE) {
        bool known = get(j, "l1_throughput_pct", &l1) && get(j, "l2_throughput_pct", &l2);

        say(j, "memory", false, "on_chip",
            kp_sprintf(
                j->arena, "the memory units are busy for %.1f%%, DRAM for %.1f%% only%s", busy,
                dram,
                known ? kp_sprintf(j->arena, " (L1 and shared memory %.1f%%, L2 %.1f%%)", l1, l2)
                      : ""));
    }
    if (get(j, "l1_hit_pct", &l1) && get(j, "l2_hit_pct", &l2) && dram >= BUSY && l2 < LOW_HITS)
        say(j, "memory", false, "reuse",
            kp_sprintf(j->arena,
                       "DRAM at %.1f%% of its peak with %.1f%% hits in L1 and %.1f%% in L2", dram,
                       l1, l2));
}

static void scheduler(struct judge *j)
{
    double active, eligible, issued, idle;

    if (!get(j, "active_warps", &active) || !get(j, "eligible_warps", &eligible))
        return;
    if (!get(j, "no_eligible_pct", &idle)) {
        if (!get(j, "issued_warps", &issued))
            return;
        idle = 100 * (1 - issued);
    }
    if (idle >= IDLE_SLOTS)
        say(j, "scheduler", true, "issue",
            kp_sprintf(
                j->arena,
                "no warp could issue in %.1f%% of the cycles: %.2f warps per scheduler, %.2f of "
                "them eligible",
                idle, active, eligible));
}

/* The states that take most of a warp's cycles. A warp that issues, or is ready, does not wait. */
static void warp_states(struct judge *j)
{
    size_t n;
    const struct kp_ncu_stall *stalls = kp_rule_ncu_stalls(j->rules, &n);
    double all, cycles, sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += get(j, kp_ncu_stall_key(j->arena, &stalls[i]), &cycles) ? cycles : 0;
    if (!get(j, "cycles_per_issue", &all) || all < sum)
        all = sum;
    for (size_t i = 0; i < n; i++) {
        struct kp_ncu_finding f = {"warp states", true, NULL, stalls[i].remedy};

        if (!get(j, kp_ncu_stall_key(j->arena, &stalls[i]), &cycles) || all <= 0 ||
            100 * cycles < MUCH_WAITING * all || kp_streq(stalls[i].name, "selected"))
            continue;
        f.is_problem = !kp_streq(stalls[i].name, "not_selected");
        f.text = kp_sprintf(j->arena, "%s: %s, %.1f of %.1f cycles per instruction", stalls[i].name,
                            stalls[i].cause, cycles, all);
        kp_push(j->arena, &j->kernel->findings, f);
    }
}

static void conflicts(struct judge *j, const char *key, const char *wavefronts_key,
                      const char *what)
{
    double conflicts, wavefronts;

    if (!get(j, key, &conflicts) || !get(j, wavefronts_key, &wavefronts) || wavefronts <= 0 ||
        100 * conflicts < CONFLICTS * wavefronts)
        return;
    say(j, "bank conflicts", true, "conflicts",
        kp_sprintf(j->arena,
                   "%.0f%% of the wavefronts of shared %s are bank conflicts (%.0f of %.0f)",
                   100 * conflicts / wavefronts, what, conflicts, wavefronts));
}

/* What keeps more blocks from an SM: the tightest of the limits. */
static const char *limiter(const struct judge *j)
{
    static const char *const keys[] = {"limit_registers", "limit_smem", "limit_warps",
                                       "limit_blocks"};
    static const char *const names[] = {"registers", "shared memory", "warps", "block slots"};
    const char *which = NULL;
    double least = 0, v;

    for (int i = 0; i < 4; i++)
        if (get(j, keys[i], &v) && (!which || v < least)) {
            least = v;
            which = names[i];
        }
    return which;
}

static void occupancy(struct judge *j)
{
    double theoretical, achieved;

    if (!get(j, "occupancy_theoretical_pct", &theoretical))
        return;
    if (get(j, "occupancy_achieved_pct", &achieved) && theoretical - achieved >= UNEVEN)
        say(j, "occupancy", true, "imbalance",
            kp_sprintf(j->arena, "achieved occupancy %.1f%% stays below the theoretical %.1f%%",
                       achieved, theoretical));
    if (theoretical < LOW_OCCUPANCY)
        say(j, "occupancy", false, "low_occupancy",
            kp_sprintf(j->arena, "theoretical occupancy %.1f%%%s%s", theoretical,
                       limiter(j) ? ", limited by " : "", limiter(j) ? limiter(j) : ""));
}

static void spills(struct judge *j)
{
    double requests;

    if (get(j, "local_requests", &requests) && requests > 0)
        say(j, "spills", true, "spills",
            kp_sprintf(j->arena,
                       "%.0f requests to local memory: spilled registers, or arrays with an "
                       "index that is not constant",
                       requests));
}

/* ---- all of it ---------------------------------------------------------------------------------
 */

static void missing(struct judge *j)
{
    size_t n;
    const struct kp_ncu_key *keys = kp_rule_ncu_keys(j->rules, &n);
    double v;

    for (size_t i = 0; i < n; i++)
        if (keys[i].is_wanted && keys[i].names.n && !get(j, keys[i].key, &v))
            kp_push(j->arena, &j->kernel->missing, keys[i].names.v[0]);
}

void kp_ncu_judge(struct kp_arena *a, const struct kp_rules *rules, struct kp_profile *p)
{
    for (size_t i = 0; i < p->kernels.n; i++) {
        struct judge j = {a, rules, &p->kernels.v[i]};

        j.kernel->findings.n = j.kernel->missing.n = 0;
        speed_of_light(&j);
        memory(&j);
        scheduler(&j);
        warp_states(&j);
        conflicts(&j, "bank_conflicts_ld", "shared_wavefronts_ld", "loads");
        conflicts(&j, "bank_conflicts_st", "shared_wavefronts_st", "stores");
        occupancy(&j);
        spills(&j);
        missing(&j);
    }
}
