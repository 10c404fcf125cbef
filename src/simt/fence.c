/* fence and membar: accesses of a block happen in one order here, so what they do is to order
 * threads for the race detection. Proxies are not modelled: nothing here is written through another
 * one. */
#include "simt/decode.h"

#include "util/str.h"

static void exec_fence(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    if (w->block->order)
        kp_order_fence(w, mask, i->flag);
}

static void emit(struct decoder *d, unsigned order)
{
    struct kp_insn *i = dec_emit(d, exec_fence);

    i->flag = (uint8_t)order;
    d->p->orders = true;
}

static void proxy(struct decoder *d)
{
    static const char *const proxies[] = {"alias", "async", "async::generic", "tensormap::generic",
                                          NULL};
    static const char *const rest[] = {"global",
                                       "shared::cta",
                                       "shared::cluster",
                                       "acquire",
                                       "release",
                                       "sync_restrict::shared::cta",
                                       "sync_restrict::shared::cluster",
                                       "cta",
                                       "cluster",
                                       "gpu",
                                       "sys",
                                       NULL};

    if (!dec_part_of(d, proxies))
        dec_fail(d, "unsupported proxy");
    while (dec_part_of(d, rest))
        continue;
    dec_done(d);
    emit(d, 0);
}

void decode_fence(struct decoder *d)
{
    static const char *const scopes[] = {"cta", "cluster", "gpu", "sys", NULL};
    unsigned order = ORDER_ACQUIRE | ORDER_RELEASE;

    if (dec_part(d, "proxy")) {
        proxy(d);
        return;
    }
    if (dec_part(d, "mbarrier_init")) {
        order = ORDER_RELEASE;
        if (!dec_part(d, "release"))
            dec_fail(d, "unsupported form");
    } else if (dec_part(d, "acquire")) {
        order = ORDER_ACQUIRE;
    } else if (dec_part(d, "release")) {
        order = ORDER_RELEASE;
    } else if (!dec_part(d, "sc")) {
        dec_part(d, "acq_rel");
    }
    if (!dec_part(d, "sync_restrict::shared::cta"))
        dec_part(d, "sync_restrict::shared::cluster");
    if (!dec_part_of(d, scopes))
        dec_fail(d, "unsupported scope");
    dec_done(d);
    emit(d, order);
}

void decode_membar(struct decoder *d)
{
    static const char *const scopes[] = {"cta", "gl", "sys", NULL};

    if (dec_part(d, "proxy")) {
        proxy(d);
        return;
    }
    if (!dec_part_of(d, scopes))
        dec_fail(d, "unsupported scope");
    dec_done(d);
    emit(d, ORDER_ACQUIRE | ORDER_RELEASE);
}
