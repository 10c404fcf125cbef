/* Clones whose blocks are merged: launches with few blocks keep the kernel. How many are few
 * depends on the GPU and is tested at run time: the time of a grid is that of the SM with the most
 * blocks. Launches whose threads the text does not bound keep it, too, where the registers do not
 * suffice for a block of the clone. */
#include "emit/text.h"
#include "front/front.h"
#include "model/clones.h"
#include "texts/clones.h"

static const char *factor_text(struct kp_arena *a, struct kp_merge by, int axis)
{
    int n = kp_merged_along(by, axis);

    return n > 1 ? kp_sprintf(a, "((grid.%c + %d) / %d)", "xyz"[axis], n - 1, n)
                 : kp_sprintf(a, "grid.%c", "xyz"[axis]);
}

/* The same as kp_merge_comes_first. */
static const char *first_text(struct kp_arena *a, struct kp_merge by)
{
    int x = kp_merged_along(by, 0), y = kp_merged_along(by, 1);

    if (x * y == 1)
        return "true";
    if (x == 1)
        return "grid.z == 1";
    return y == 1 ? "grid.y == 1 && grid.z == 1"
                  : kp_sprintf(a, "grid.z == 1 && (grid.x %% %d == 0) == (grid.y > %d)", x, y);
}

/* The same as kp_merge_pays. */
static const char text[] =
    "// Are the launch's blocks so many that the SM which gets most of them is done sooner with\n"
    "// %s merged into one? That one is taken for three quarters of their work. While an SM has\n"
    "// room it takes further ones, as all other blocks return at once.\n"
    "static bool " KP_PAYS "%s(dim3 grid%s, const void *staged)\n"
    "{\n"
    "    const unsigned long long blocks = 1ull * grid.x * grid.y * grid.z;\n"
    "    const unsigned long long merged = 1ull * %s * %s * %s;\n"
    "    const bool first = %s; // those with work\n"
    "    int device, sms, room;\n%s"
    "    if (cudaGetDevice(&device) != cudaSuccess ||\n"
    "        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device) != cudaSuccess "
    "||\n"
    "        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&room, staged, %s, 0) != cudaSuccess)\n"
    "        return false;\n"
    "    const unsigned long long each = (unsigned)sms, few = (8 * each + 10) / 11;\n"
    "    unsigned long long meet = first ? (merged + few - 1) / few : (blocks + each - 1) / each;\n"
    "    meet = meet > (unsigned)room ? (unsigned)room : meet;\n"
    "    %sunsigned long long share = (merged + each - 1) / each;\n%s"
    "    return %d * (meet > share ? meet : share) <= %d * ((blocks + each - 1) / each)%s;\n"
    "}\n\n";
static const char uneven[] =
    "    if (!first && room > 1%s) // those that return leave room for one less\n"
    "        share = (share + (unsigned)room - 2) / ((unsigned)room - 1) * ((unsigned)room - 1);\n";
static const char uneven_block[] = " && (block.x * block.y * block.z + 31) / 32 %% %d";
static const char more_parameters[] = ", dim3 block";
static const char threads[] = "int(block.x * block.y * block.z)";
static const char declared[] = "    cudaFuncAttributes has;\n";
static const char more_text[] =
    " &&\n"
    "           cudaFuncGetAttributes(&has, staged) == cudaSuccess &&\n"
    "           1ull * block.x * block.y * block.z <= (unsigned)has.maxThreadsPerBlock";

/* True if a launch may have more threads than the compiler has left registers for. */
static bool asks_for_threads(const struct kp_clone *t)
{
    return !t->threads && !t->kernel->launch_max;
}

static bool has_word(const char *code, const char *word)
{
    uint32_t size = (uint32_t)strlen(code);
    struct kp_token t = kp_lex_code(code, 0, size);

    while (t.kind != KP_TOKEN_END && !kp_token_is(code, t, word))
        t = kp_lex_code(code, t.end, size);
    return t.kind != KP_TOKEN_END;
}

bool kp_grid_test_names(const char *word)
{
    return has_word(text, word) || has_word(uneven, word) || has_word(declared, word) ||
           has_word(more_parameters, word) || has_word(more_text, word);
}

const char *kp_grid_test_name(struct kp_arena *a, const struct kp_clone *t)
{
    return kp_sprintf(a, KP_PAYS "%s", t->kernel->name);
}

void kp_add_grid_test(struct kp_unit *u, const struct kp_clone *t, struct kp_str *to)
{
    bool asks = asks_for_threads(t);
    const char *block = t->threads ? kp_sprintf(u->arena, "%d", t->threads) : threads;
    const char *by_block = t->threads ? "" : kp_sprintf(u->arena, uneven_block, KP_SCHEDULERS);
    const char *rounds =
        kp_is_uneven((uint64_t)t->threads) ? kp_sprintf(u->arena, uneven, by_block) : "";
    const char *written = kp_sprintf(
        u->arena, text, kp_merge_text(u->arena, t->by), t->kernel->name,
        t->threads ? "" : more_parameters, factor_text(u->arena, t->by, 0),
        factor_text(u->arena, t->by, 1), factor_text(u->arena, t->by, 2),
        first_text(u->arena, t->by), asks ? declared : "", block, *rounds ? "" : "const ", rounds,
        KP_MERGED_WORK * kp_merged_blocks(t->by), KP_WHOLE_WORK, asks ? more_text : "");

    for (const char *p = written; *p; p++)
        if (*p == '\n')
            kp_str_add(to, kp_newline(u));
        else
            kp_str_addc(to, *p);
}

/* The launch's text with another callee and grid and, if not NULL, block. */
static const char *launch_text(struct kp_unit *u, const struct kp_clone_launch *l,
                               const char *callee, const char *grid, const char *block)
{
    const struct kp_node *n = l->launch->node;
    struct kp_launch_config c;
    struct kp_patches p = {0};

    kp_read_launch(u, l->launch, &c); /* clones have such launches only */
    kp_patch(u, &p, n->first->span.begin, n->first->span.end, callee);
    kp_patch(u, &p, c.arg[KP_LAUNCH_GRID].begin, c.arg[KP_LAUNCH_GRID].end, grid);
    if (block)
        kp_patch(u, &p, c.arg[KP_LAUNCH_BLOCK].begin, c.arg[KP_LAUNCH_BLOCK].end, block);
    return kp_render(u, (struct kp_span){n->span.begin, kp_stmt_end(u, n)}, &p);
}

void kp_choose_by_grid(struct kp_unit *u, const struct kp_clone *t, const struct kp_clone_launch *l,
                       const char *grid, const char *block, struct kp_patches *p)
{
    const struct kp_node *n = l->launch->node;
    const char *nl = kp_newline(u), *in = kp_indent_of(u, n->span.begin);
    const char *outer = kp_span_text(u, (struct kp_span){n->first->span.begin, l->name});
    const char *name = kp_span_text(u, (struct kp_span){l->name, n->first->span.end});
    const char *clone = kp_sprintf(u->arena, "%s" KP_CLONES "::%s", outer, name);
    struct kp_str out = kp_str_new(u->arena);
    struct kp_launch_config c;

    block = t->threads ? NULL : block;
    kp_read_launch(u, l->launch, &c);
    kp_str_addf(&out, "{%s%s    const dim3 %s = %s;%s", nl, in, grid,
                kp_span_text(u, c.arg[KP_LAUNCH_GRID]), nl);
    if (block)
        kp_str_addf(&out, "%s    const dim3 %s = %s;%s", in, block,
                    kp_span_text(u, c.arg[KP_LAUNCH_BLOCK]), nl);
    kp_str_addf(&out, "%s    if (%s" KP_CLONES "::%s(%s%s%s, (const void *)%s))%s%s        %s%s",
                in, outer, kp_grid_test_name(u->arena, t), grid, block ? ", " : "",
                block ? block : "", clone, nl, in, launch_text(u, l, clone, grid, block), nl);
    kp_str_addf(&out, "%s    else%s%s        %s%s%s}", in, nl, in,
                launch_text(u, l, kp_span_text(u, n->first->span), grid, block), nl, in);
    kp_patch(u, p, n->span.begin, kp_stmt_end(u, n), kp_str_text(&out));
}
