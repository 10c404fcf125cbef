/* The shape of a matrix instruction stands in its bits. Those of HMMA: 75 K is twice as long, 76
 * accumulates float, 78 K of TF32 is half as long, 82 BF16, 83 TF32. Those of IMMA: 75 K is twice
 * as long, 83 and 84 four-bit operands, 85 (with them) K is four times as long, 86 M is 16, else 8.
 * Found by compiling mma.sync of every shape for sm_80, sm_86, sm_90 and sm_120 and comparing with
 * nvdisasm 13.0. */
#include "sass/work.h"

#include "util/str.h"

enum { WARP = 32, HOPPER = 90, BANK_BYTES = 4 };

static bool bit(const struct kp_sass_insn *x, unsigned at)
{
    return x->hi >> (at - 64) & 1;
}

static struct kp_sass_work work(enum kp_precision p, double operations)
{
    return (struct kp_sass_work){p, operations};
}

static double mma(unsigned m, unsigned n, unsigned k)
{
    return 2.0 * m * n * k;
}

static struct kp_sass_work hmma(const struct kp_sass_insn *x, unsigned arch)
{
    unsigned k = bit(x, 75) ? 16 : 8;

    if (kp_streq(x->op->name, "DMMA")) /* sm_90 has larger shapes, which nobody here has seen */
        return work(KP_PRECISION_FP64_TENSOR, arch < HOPPER ? mma(8, 8, 4) : 0);
    if (!kp_streq(x->op->name, "HMMA"))
        return work(kp_streq(x->op->name, "HGMMA") || kp_streq(x->op->name, "UTCHMMA")
                        ? KP_PRECISION_FP16_TENSOR_F32
                        : KP_PRECISION_FP8_TENSOR,
                    0);
    if (x->op->code == 0x236) /* Turing's 8x8x4, a quarter of the warp each */
        return work(KP_PRECISION_FP16_TENSOR, mma(16, 16, 4) / 2);
    if (bit(x, 83))
        return work(KP_PRECISION_TF32_TENSOR, mma(16, 8, bit(x, 78) ? 4 : 8));
    if (bit(x, 82))
        return work(KP_PRECISION_BF16_TENSOR, mma(16, 8, k));
    return work(bit(x, 76) ? KP_PRECISION_FP16_TENSOR_F32 : KP_PRECISION_FP16_TENSOR,
                mma(16, 8, k));
}

static struct kp_sass_work imma(const struct kp_sass_insn *x)
{
    unsigned m = bit(x, 86) ? 16 : 8;

    if (!kp_streq(x->op->name, "IMMA"))
        return work(KP_PRECISION_INT8_TENSOR, 0);
    if (bit(x, 83) || bit(x, 84))
        return work(KP_PRECISION_INT4_TENSOR, mma(m, 8, bit(x, 85) ? 64 : 32));
    return work(KP_PRECISION_INT8_TENSOR, mma(m, 8, bit(x, 75) ? 32 : 16));
}

/* FFMA and DFMA multiply and add; FFMA2 and HFMA2 do so twice, HADD2 and FADD2 add twice. */
static double plain(const struct kp_sass_insn *x)
{
    bool both = strstr(x->op->name, "FMA") != NULL, twice = strchr(x->op->name, '2') != NULL;

    return WARP * (both ? 2.0 : 1.0) * (twice ? 2.0 : 1.0);
}

struct kp_sass_work kp_sass_work(unsigned arch, const struct kp_sass_insn *x)
{
    if (!x->op || x->never)
        return work(KP_PRECISIONS, 0);
    switch (x->opclass) {
    case KP_INSN_FFMA:
        return work(KP_PRECISION_FP32, plain(x));
    case KP_INSN_HALF:
        return work(KP_PRECISION_FP16, plain(x));
    case KP_INSN_DFMA:
        return work(KP_PRECISION_FP64, plain(x));
    case KP_INSN_HMMA:
        return hmma(x, arch);
    case KP_INSN_IMMA:
        return imma(x);
    case KP_INSN_IDP: /* four products and four sums */
        return work(KP_PRECISION_DP4A, WARP * 8);
    default:
        return work(KP_PRECISIONS, 0);
    }
}

unsigned kp_sass_shared_cycles(const struct kp_sass_insn *x)
{
    if (x->never)
        return 0;
    switch (x->opclass) {
    case KP_INSN_LOAD_SHARED:
    case KP_INSN_STORE_SHARED:
    case KP_INSN_LOAD_MATRIX:
        return x->bytes > BANK_BYTES ? x->bytes / BANK_BYTES : 1;
    default:
        return 0;
    }
}
