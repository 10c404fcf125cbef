#include "facts/wavefronts.h"

#include <stdbool.h>

/* Distinct words, by bank. */
struct words {
    int64_t v[KP_BANKS][KP_LANES];
    unsigned n, per_bank[KP_BANKS], worst;
};

static int64_t word_of(int64_t at)
{
    return at >= 0 ? at / KP_BANK_BYTES : -((-at + KP_BANK_BYTES - 1) / KP_BANK_BYTES);
}

static void add_word(struct words *w, int64_t word)
{
    unsigned bank = (unsigned)((word % KP_BANKS + KP_BANKS) % KP_BANKS);

    for (unsigned i = 0; i < w->per_bank[bank]; i++)
        if (w->v[bank][i] == word)
            return;
    if (w->per_bank[bank] == KP_LANES)
        return;
    w->v[bank][w->per_bank[bank]++] = word;
    w->n++;
    if (w->per_bank[bank] > w->worst)
        w->worst = w->per_bank[bank];
}

static void add_access(struct words *w, int64_t at, int64_t bytes)
{
    for (int64_t word = word_of(at); word <= word_of(at + bytes - 1); word++)
        add_word(w, word);
}

/* What one instruction accesses: 1, 2, 4, 8 or 16 bytes from `at` on, plus `offset`. */
static struct kp_wavefronts request(const int64_t at[KP_LANES], uint32_t active, int64_t offset,
                                    int64_t bytes)
{
    int lanes = bytes <= KP_BANK_BYTES ? KP_LANES : (int)(KP_LANES * KP_BANK_BYTES / bytes);
    struct words all;
    struct kp_wavefronts c = {0};

    all.n = all.worst = 0;
    for (unsigned b = 0; b < KP_BANKS; b++)
        all.per_bank[b] = 0;
    for (int first = 0; first < KP_LANES; first += lanes) {
        struct words part;

        part.n = part.worst = 0;
        for (unsigned b = 0; b < KP_BANKS; b++)
            part.per_bank[b] = 0;
        for (int l = first; l < first + lanes; l++)
            if (active >> l & 1) {
                add_access(&part, at[l] + offset, bytes);
                add_access(&all, at[l] + offset, bytes);
            }
        c.sum += part.worst;
        c.ideal += part.n > 0;
        c.degree = part.worst > c.degree ? part.worst : c.degree;
    }
    /* Parts that want the same words may be served together: if all of the warp's would fit into as
     * many wavefronts as there are parts, nobody can say that it takes more. */
    if (all.n * KP_BANK_BYTES < (unsigned)__builtin_popcount(active) * bytes &&
        all.worst <= c.ideal)
        c.degree = 1, c.sum = c.ideal;
    return c;
}

struct kp_wavefronts kp_wavefronts(const int64_t at[KP_LANES], uint32_t active, int64_t bytes)
{
    int64_t piece = bytes & -bytes;
    struct kp_wavefronts sum = {0};

    piece = piece < KP_WIDEST_ACCESS ? piece : KP_WIDEST_ACCESS;
    for (int64_t offset = 0; offset < bytes; offset += piece) {
        struct kp_wavefronts c = request(at, active, offset, piece);

        sum.sum += c.sum;
        sum.ideal += c.ideal;
        sum.degree = c.degree > sum.degree ? c.degree : sum.degree;
    }
    return sum;
}
