/* What orders threads besides barriers: mbarriers, fences, acquire and release; races in global
 * memory. Correct and wrong producers and consumers: warp 0 writes the tile, warp 1 reads it. */
#include "simt_run.h"

#define SHARED                                                                                     \
    ".shared .align 16 .b8 tile[256]; .shared .align 8 .b64 full; .shared .align 8 .b64 empty;\n"  \
    ".shared .align 4 .b32 flag;\n"
/* %r6 tile, %r7 the thread's word, %r9 the other warp's */
#define PLACES                                                                                     \
    "mov.u32 %r6, tile; add.u32 %r7, %r6, %r2; xor.b32 %r8, %r2, 128; add.u32 %r9, %r6, %r8;\n"    \
    "setp.ge.u32 %p1, %r1, 32; setp.eq.u32 %p2, %r1, 0; and.b32 %r10, %r1, 31;\n"                  \
    "setp.eq.u32 %p3, %r10, 0;\n"
#define INIT(count)                                                                                \
    "@%p2 mbarrier.init.shared.b64 [full], " #count ";\n"                                          \
    "@%p2 mbarrier.init.shared.b64 [empty], 32;\n"
#define WAIT(name, bar, parity)                                                                    \
    #name ": mbarrier.try_wait.parity.shared.b64 %p4, [" #bar "], " #parity "; @!%p4 bra " #name   \
          ";\n"
#define WRITE "st.shared.u32 [%r7], %r1;\n"
#define READ "ld.shared.u32 %r4, [%r9]; st.global.u32 [%rd4], %r4;\n"
#define ROLES(count, producer, consumer)                                                           \
    KERNEL(SHARED, PLACES INIT(count) "bar.sync 0; @%p1 bra CONSUME;\n" producer                   \
                                      "bra DONE;\nCONSUME:\n" consumer "DONE:\n")
#define ARRIVE "mbarrier.arrive.shared.b64 %rd6, [full];\n"

static void clean(const char *ptx, uint32_t forty)
{
    const struct kp_simt_options ways[] = {
        {.seed = 0}, {.seed = 1, .landing = KP_LAND_EAGER}, {.seed = 5, .landing = KP_LAND_RANDOM}};

    for (size_t k = 0; k < 3; k++) {
        struct run r = {0};
        for (unsigned n = 0; n < 128; n++)
            r.in[n] = 1000 + n;
        launch(&r, ptx, 64, 1, &ways[k]);
        expect_clean(&r);
        assert_int_equal(r.out[40], forty);
        kp_arena_free(r.arena);
    }
}

static void test_phases(void **state)
{
    (void)state;
    clean(ROLES(32, WRITE ARRIVE, WAIT(W, full, 0) READ), 8);
    /* nobody waits; the arrival comes too early; the wait is for the next phase by now */
    expect_alarm(ROLES(32, WRITE ARRIVE, READ), KP_ALARM_RACE);
    expect_alarm(ROLES(32, ARRIVE WRITE, WAIT(W, full, 0) READ), KP_ALARM_RACE);
    expect_alarm(ROLES(32, WRITE ARRIVE, WAIT(W, full, 1) READ), KP_ALARM_DEADLOCK);
    /* relaxed on either side hands nothing on, except through fences */
    expect_alarm(ROLES(32, WRITE "mbarrier.arrive.relaxed.cta.shared.b64 %rd6, [full];\n",
                       WAIT(W, full, 0) READ),
                 KP_ALARM_RACE);
    clean(ROLES(32,
                WRITE "fence.acq_rel.cta;\nmbarrier.arrive.relaxed.cta.shared.b64 %rd6, [full];\n",
                WAIT(W, full, 0) READ),
          8);
}

static void test_lanes(void **state)
{
    (void)state;
    /* one lane arrives for its warp: the others have to be ordered before it */
    expect_alarm(ROLES(1, WRITE "@%p3 " ARRIVE, WAIT(W, full, 0) READ), KP_ALARM_RACE);
    clean(ROLES(1, WRITE "bar.warp.sync -1;\n@%p3 " ARRIVE, WAIT(W, full, 0) READ), 8);
    /* one lane waits for its warp */
    expect_alarm(ROLES(32, WRITE ARRIVE, "@!%p3 bra READS;\n" WAIT(W, full, 0) "READS:\n" READ),
                 KP_ALARM_RACE);
    clean(ROLES(32, WRITE ARRIVE,
                "@!%p3 bra READS;\n" WAIT(W, full, 0) "READS: bar.warp.sync -1;\n" READ),
          8);
    /* half of a warp waits for the other half: they must not starve each other */
    clean(KERNEL(
              SHARED,
              PLACES INIT(16) "bar.sync 0; @%p1 bra DONE; setp.ge.u32 %p5, %r1, 16;\n"
                              "xor.b32 %r8, %r2, 64; add.u32 %r9, %r6, %r8; @%p5 bra LATER;\n" WAIT(
                                  W, full, 0) READ "bra DONE;\n"
                                                   "LATER:\n" WRITE ARRIVE "DONE: mov.u32 %r4, 3;\n"
                                                   "@%p1 st.global.u32 [%rd4], %r4;\n"),
          3);
}

/* The producer fills the tile twice. */
#define TWICE(wait_empty, release)                                                                 \
    ROLES(32,                                                                                      \
          WRITE ARRIVE wait_empty "add.u32 %r11, %r1, 100; st.shared.u32 [%r7], %r11;\n" ARRIVE,   \
          WAIT(W1, full, 0) READ release WAIT(W2, full, 1) READ)
#define RELEASE "mbarrier.arrive.shared.b64 %rd7, [empty];\n"

static void test_reuse(void **state)
{
    (void)state;
    clean(TWICE(WAIT(E, empty, 0), RELEASE), 108);
    expect_alarm(TWICE("", RELEASE), KP_ALARM_DEADLOCK); /* a phase is missed */
    /* released before the read is done */
    expect_alarm(ROLES(32, WRITE ARRIVE WAIT(E, empty, 0) WRITE ARRIVE,
                       WAIT(W1, full, 0) RELEASE READ WAIT(W2, full, 1)),
                 KP_ALARM_RACE);
}

static void test_misuse(void **state)
{
    (void)state;
    /* the other threads have not been told that it is there */
    expect_alarm(KERNEL(SHARED, PLACES INIT(64) ARRIVE), KP_ALARM_RACE);
    expect_alarm(ROLES(33, WRITE ARRIVE, WAIT(W, full, 0) READ), KP_ALARM_DEADLOCK);
    expect_alarm(ROLES(32, WRITE ARRIVE "mbarrier.arrive.shared.b64 %rd6, [full], 40;\n", ""),
                 KP_ALARM_MBARRIER);
    expect_alarm(KERNEL(SHARED, PLACES "@%p2 st.shared.b64 [full], %rd1; bar.sync 0;\n" ARRIVE),
                 KP_ALARM_MBARRIER);
    expect_alarm(ROLES(32,
                       WRITE ARRIVE
                       "mbarrier.arrive.noComplete.release.cta.shared.b64 %rd6, [empty], 32;\n",
                       ""),
                 KP_ALARM_MBARRIER);
}

static void test_tokens(void **state)
{
    struct run r = {0};

    (void)state;
    launch(&r,
           KERNEL(SHARED,
                  PLACES "@%p2 mbarrier.init.shared.b64 [full], 33; bar.warp.sync -1;\n" ARRIVE
                         "mbarrier.pending_count.b64 %r3, %rd6; bar.warp.sync -1;\n"
                         "mbarrier.test_wait.shared.b64 %p4, [full], %rd6;\n"
                         "@%p4 add.u32 %r3, %r3, 100; bar.warp.sync -1;\n"
                         "@%p2 mbarrier.arrive_drop.shared.b64 %rd7, [full]; bar.warp.sync -1;\n"
                         "mbarrier.test_wait.shared.b64 %p4, [full], %rd6;\n"
                         "@%p4 add.u32 %r3, %r3, 1000; bar.warp.sync -1;\n" ARRIVE
                         "bar.warp.sync -1; mbarrier.test_wait.shared.b64 %p4, [full], %rd6;\n"
                         "@%p4 add.u32 %r3, %r3, 10000; st.global.u32 [%rd4], %r3;\n"),
           32, 1, &defaults);
    expect_clean(&r);
    assert_int_equal(r.out[5], 11000 + 33 - 5);
    kp_arena_free(r.arena);
}

#define COPY "cp.async.ca.shared.global [%r7], [%rd5], 4;\n"

static void test_copies(void **state)
{
    (void)state;
    clean(ROLES(32, COPY "cp.async.mbarrier.arrive.noinc.shared.b64 [full];\n",
                WAIT(W, full, 0) READ),
          1008);
    clean(ROLES(32, COPY "cp.async.mbarrier.arrive.shared.b64 [full];\n" ARRIVE,
                WAIT(W, full, 0) READ),
          1008);
    /* an arrival of the thread itself does not wait for its copies */
    expect_alarm(ROLES(32, COPY ARRIVE, WAIT(W, full, 0) READ), KP_ALARM_ASYNC_READ);
    expect_alarm(
        ROLES(32, "cp.async.mbarrier.arrive.noinc.shared.b64 [full];\n" COPY "cp.async.wait_all;\n",
              WAIT(W, full, 0) READ),
        KP_ALARM_RACE);
    expect_alarm(ROLES(32, COPY "cp.async.mbarrier.arrive.noinc.shared.b64 [full];\n", ""),
                 KP_ALARM_PENDING);
}

#define BULK                                                                                       \
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd2], 128, "      \
    "[full];\n"

static void test_bulk(void **state)
{
    (void)state;
    clean(ROLES(1, "@!%p3 bra DONE; mbarrier.arrive.expect_tx.shared.b64 %rd6, [full], 128;\n" BULK,
                WAIT(W, full, 0) READ),
          1008);
    expect_alarm(ROLES(1, "@!%p3 bra DONE;\n" BULK ARRIVE, WAIT(W, full, 0) READ),
                 KP_ALARM_ASYNC_READ);
    expect_alarm(
        ROLES(1, "@!%p3 bra DONE; mbarrier.arrive.expect_tx.shared.b64 %rd6, [full], 128;\n" BULK,
              READ),
        KP_ALARM_ASYNC_READ);
    refuses(KERNEL(SHARED,
                   "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                   "[tile], [%rd2, {%r1, %r1}], [full];\n"),
            "tensor copies (TMA) are not supported");
}

#define FLAG(store, load, before, behind)                                                          \
    KERNEL(SHARED, PLACES "mov.u32 %r3, 0; @%p2 st.shared.u32 [flag], %r3; bar.sync 0;\n"          \
                          "@%p1 bra CONSUME;\n" WRITE "bar.warp.sync -1;\n" before                 \
                          "mov.u32 %r3, 1; @%p3 " store ".shared.u32 [flag], %r3; bra DONE;\n"     \
                          "CONSUME: " load ".shared.u32 %r3, [flag]; setp.eq.u32 %p5, %r3, 0;\n"   \
                          "@%p5 bra CONSUME;\n" behind READ "DONE:\n")

static void test_flags(void **state)
{
    (void)state;
    clean(FLAG("st.release.cta", "ld.acquire.cta", "", ""), 8);
    clean(FLAG("st.relaxed.cta", "ld.relaxed.cta", "fence.acq_rel.cta;\n", "fence.acq_rel.cta;\n"),
          8);
    clean(FLAG("st.volatile", "ld.volatile", "membar.cta;\n", "membar.cta;\n"), 8);
    expect_alarm(FLAG("st.relaxed.cta", "ld.acquire.cta", "", ""), KP_ALARM_RACE);
    expect_alarm(FLAG("st.release.cta", "ld.relaxed.cta", "", ""), KP_ALARM_RACE);
    expect_alarm(FLAG("st.volatile", "ld.volatile", "", ""), KP_ALARM_RACE);
    expect_alarm(FLAG("st", "ld.acquire.cta", "membar.cta;\n", ""), KP_ALARM_RACE);
}

/* A lock that the lanes of both warps take one by one. */
static void test_lock(void **state)
{
    (void)state;
    clean(KERNEL(SHARED, PLACES
                 "mov.u32 %r3, 0; @%p2 st.shared.u32 [flag], %r3; @%p2 st.shared.u32 [%r6], %r3;\n"
                 "bar.sync 0;\n"
                 "TAKE: atom.acquire.cta.shared.cas.b32 %r3, [flag], 0, 1;\n"
                 "setp.ne.u32 %p5, %r3, 0; @%p5 bra TAKE;\n"
                 "ld.shared.u32 %r4, [%r6]; add.u32 %r4, %r4, 1; st.shared.u32 [%r6], %r4;\n"
                 "atom.release.cta.shared.exch.b32 %r5, [flag], 0; bar.sync 0;\n"
                 "ld.shared.u32 %r4, [%r6]; st.global.u32 [%rd4], %r4;\n"),
          64);
    expect_alarm(KERNEL(SHARED,
                        PLACES "mov.u32 %r3, 0; @%p2 st.shared.u32 [flag], %r3;\n"
                               "@%p2 st.shared.u32 [%r6], %r3; bar.sync 0;\n"
                               "TAKE: atom.acquire.cta.shared.cas.b32 %r3, [flag], 0, 1;\n"
                               "setp.ne.u32 %p5, %r3, 0; @%p5 bra TAKE;\n"
                               "ld.shared.u32 %r4, [%r6]; add.u32 %r4, %r4, 1;\n"
                               "st.shared.u32 [%r6], %r4; st.relaxed.cta.shared.u32 [flag], 0;\n"),
                 KP_ALARM_RACE);
}

#define OTHER "xor.b32 %r3, %r1, 32; mul.wide.u32 %rd6, %r3, 4; add.s64 %rd6, %rd1, %rd6;\n"
#define GLOBAL(text) KERNEL("", OTHER text)

static void test_global(void **state)
{
    (void)state;
    expect_alarm(GLOBAL("st.global.u32 [%rd1], %r1;\n"), KP_ALARM_RACE);
    expect_alarm(GLOBAL("st.global.u32 [%rd4], %r1; ld.global.u32 %r4, [%rd6];\n"), KP_ALARM_RACE);
    expect_alarm(GLOBAL("st.global.u32 [%rd4], %r1; bar.sync 0; ld.global.u32 %r4, [%rd6];\n"
                        "st.global.u32 [%rd4], %r1;\n"),
                 KP_ALARM_RACE);
    /* many readers, then a writer among them */
    expect_alarm(GLOBAL("setp.eq.u32 %p2, %r1, 40; @%p2 st.global.u32 [%rd1], %r1; bar.sync 0;\n"
                        "ld.global.u32 %r4, [%rd1]; @%p2 st.global.u32 [%rd1], %r4;\n"),
                 KP_ALARM_RACE);
    expect_alarm(GLOBAL("atom.global.add.u32 %r5, [%rd1], 1; ld.global.u32 %r4, [%rd1];\n"),
                 KP_ALARM_RACE);
    clean(GLOBAL("st.global.u32 [%rd4], %r1; bar.sync 0; ld.global.u32 %r4, [%rd6]; bar.sync 0;\n"
                 "st.global.u32 [%rd4], %r4;\n"),
          8);
    clean(
        GLOBAL(
            "mov.u32 %r4, 0; setp.eq.u32 %p2, %r1, 0; @%p2 st.global.u32 [%rd1], %r4; bar.sync 0;\n"
            "atom.global.add.u32 %r5, [%rd1], 1; bar.sync 0; ld.global.u32 %r4, [%rd1];\n"
            "@%p2 bra DONE; st.global.u32 [%rd4], %r4;\n DONE:\n"),
        64);
}

/* The plain load in front of a compare-and-swap loop is checked by it; one that is not, is a race.
 */
#define SWAP(first)                                                                                \
    KERNEL(                                                                                        \
        SHARED, PLACES                                                                             \
        "mov.u32 %r3, 0; @%p2 st.shared.u32 [flag], %r3; bar.sync 0; ld.shared.u32 %r3, "          \
        "[flag];\n" first "AGAIN: mov.u32 %r4, %r3; add.u32 %r5, %r4, 2;\n"                        \
        "atom.shared.cas.b32 %r3, [flag], %r4, %r5; setp.ne.u32 %p5, %r3, %r4; @%p5 bra AGAIN;\n"  \
        "bar.sync 0; ld.shared.u32 %r4, [flag]; st.global.u32 [%rd4], %r4;\n")

static void test_guess(void **state)
{
    (void)state;
    clean(SWAP(""), 128);
    expect_alarm(SWAP("ld.shared.u32 %r12, [flag];\n"), KP_ALARM_RACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_phases), cmocka_unit_test(test_lanes),  cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_misuse), cmocka_unit_test(test_tokens), cmocka_unit_test(test_copies),
        cmocka_unit_test(test_bulk),   cmocka_unit_test(test_flags),  cmocka_unit_test(test_lock),
        cmocka_unit_test(test_global), cmocka_unit_test(test_guess),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
