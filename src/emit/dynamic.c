/* Dynamic shared memory: all of the block is there once per stage, so every launch asks for that
 * much, and where it may pass 48 KB the kernel is told first. The launch of a kernel that has a
 * clone decides at run time which of both it is, where the file does not show how much that is. */
#include "emit/emit.h"
#include "front/tree.h"
#include "emit/launch.h"
#include "model/eval.h"
#include "plan/plan.h"

enum { STATIC_LIMIT = 48 * 1024 };

static bool is_primary(const struct kp_node *n)
{
    return n->kind == KP_REF || n->kind == KP_INT_LIT || n->kind == KP_CALL ||
           n->kind == KP_SIZEOF || n->kind == KP_MEMBER || n->kind == KP_INDEX;
}

/* Of all stages; or what the further ones add, where that does not go by what the launch asks for.
 */
static long long stages_bytes(const struct kp_tile_storage *h)
{
    return (h->stages - !h->dead_behind) * (long long)h->stage_bytes;
}

/* `2 * ((bytes + 127) / 128 * 128)`, `bytes + 8192`, or `bytes > 8192 ? bytes : 8192`, where
 * `bytes` is a name; `bare`: the text is as good as in brackets in front of a sum. */
static const char *staged_text(struct kp_unit *u, const struct kp_tile_storage *h, const char *text,
                               bool bare)
{
    if (h->dead_behind)
        return kp_sprintf(u->arena, "%s > %lld ? %s : %lld", text, stages_bytes(h), text,
                          stages_bytes(h));
    if (h->stage_bytes)
        return kp_sprintf(u->arena, bare ? "%s + %lld" : "(%s) + %lld", text, stages_bytes(h));
    return kp_sprintf(u->arena,
                      bare ? "%d * ((%s + %d) / %d * %d)" : "%d * (((%s) + %d) / %d * %d)",
                      h->stages, text, KP_STAGE_ALIGN - 1, KP_STAGE_ALIGN, KP_STAGE_ALIGN);
}

static const char *staged_size(struct kp_unit *u, const struct kp_tile_storage *h,
                               const struct kp_node *n)
{
    bool is_number = n->type && n->type->kind == KP_TYPE_INT;
    const char *own = kp_span_text(u, n->span);
    /* operators on other types may be the program's */
    const char *text = is_number ? own : kp_sprintf(u->arena, "size_t(%s)", own);
    bool bare = !is_number || is_primary(n) ||
                (n->kind == KP_BINARY && n->op >= KP_OP_MUL && n->op <= KP_OP_SUB);

    if (!h->stage_bytes && n->has_value && n->value % KP_STAGE_ALIGN == 0)
        return kp_sprintf(u->arena, is_primary(n) || !is_number ? "%d * %s" : "%d * (%s)",
                          h->stages, text);
    return staged_text(u, h, text, bare);
}

static const struct kp_node *statement_of(const struct kp_node *n)
{
    while (n->parent && !kp_is_statement(n))
        n = n->parent;
    return n;
}

static void allow_more(struct kp_unit *u, const struct kp_launch *l, const char *size)
{
    const struct kp_node *stmt = statement_of(l->node);
    const char *callee = kp_span_text(u, l->node->first->span);
    const char *text = kp_sprintf(
        u->arena, "cudaFuncSetAttribute(%s, cudaFuncAttributeMaxDynamicSharedMemorySize, %s)",
        callee, size);
    bool in_list = stmt->parent && stmt->parent->kind == KP_COMPOUND;
    uint32_t at = l->node->span.begin, end = kp_stmt_end(u, stmt);

    if (kp_launch_place(u, l) == KP_PLACE_BRACKETS) {
        kp_edit(u, at, at, kp_sprintf(u->arena, "%s, ", text));
        return;
    }
    text = kp_sprintf(u->arena, "%s;", text);
    if (in_list) {
        kp_edit(
            u, stmt->span.begin, stmt->span.begin,
            kp_sprintf(u->arena, "%s%s%s", text, kp_newline(u), kp_indent_of(u, stmt->span.begin)));
        return;
    }
    kp_edit(u, stmt->span.begin, stmt->span.begin, kp_sprintf(u->arena, "{ %s ", text));
    kp_edit(u, end, end, " }");
}

/* ---- launches that choose ------------------------------------------------------------------ */

/* `ns::kp_pipelined::name<4>` cut up: what stands in front of the clones' namespace, and behind it.
 */
static void cut_callee(struct kp_unit *u, const struct kp_launch *l, const char **outer,
                       const char **name)
{
    const char *callee = kp_span_text(u, l->node->first->span);
    const char *space = strstr(callee, KP_CLONES "::");

    *outer = kp_strndup(u->arena, callee, (size_t)(space - callee));
    *name = space + strlen(KP_CLONES "::");
}

/* The launch's statement with another callee, block and, if not NULL, size. */
static const char *launch_text(struct kp_unit *u, const struct kp_launch *l,
                               const struct kp_launch_config *c, const char *callee,
                               const char *block, const char *size)
{
    struct kp_patches p = {0};

    kp_patch(u, &p, l->node->first->span.begin, l->node->first->span.end, callee);
    if (c->n > KP_LAUNCH_SMEM && size)
        kp_patch(u, &p, c->arg[KP_LAUNCH_SMEM].begin, c->arg[KP_LAUNCH_SMEM].end, size);
    else if (size)
        block = kp_sprintf(u->arena, "%s, %s", block, size);
    kp_patch(u, &p, c->arg[KP_LAUNCH_BLOCK].begin, c->arg[KP_LAUNCH_BLOCK].end, block);
    return kp_sprintf(u->arena, "%s;", kp_render(u, l->node->span, &p));
}

static bool knows_tiles(const struct kp_tile_storage *h, const struct kp_launch *l)
{
    int64_t bytes;

    for (size_t i = 0; i < h->tiles.list.n; i++)
        if (!kp_eval_var_size(h->tiles.list.v[i], l, &bytes))
            return false;
    return true;
}

/* Where the plan knew the size, or was told what to do, it has decided about blocks already. */
static bool keeps_blocks(const struct kp_unit *u, const struct kp_tile_storage *h,
                         const struct kp_launch *l)
{
    return !(h->moves ? knows_tiles(h, l) : l->smem->has_value) && !u->options->variant &&
           !u->options->stages;
}

/* `block.x == 256 && block.y == 1 && block.z == 1 && `, "" where the block does not matter. */
static const char *block_test(struct kp_unit *u, const struct kp_tile_storage *h, const char *block,
                              const char *indent)
{
    const int64_t *dim = h->dead_behind ? h->dead_behind->dead_block : NULL;

    if (!dim || !dim[0])
        return "";
    return kp_sprintf(u->arena, "%s.x == %lld && %s.y == %lld && %s.z == %lld &&%s%s        ",
                      block, (long long)dim[0], block, (long long)dim[1], block, (long long)dim[2],
                      kp_newline(u), indent);
}

/* The clone when it can be launched like that and no block per SM is lost, else the kernel. */
static void choose_at_run_time(struct kp_unit *u, struct kp_names *names,
                               const struct kp_tile_storage *h, const struct kp_launch *l)
{
    const char *nl = kp_newline(u), *in = kp_indent_of(u, l->node->span.begin), *outer, *name;
    const char *block = kp_inner_name(names, "kp_block"), *bytes = kp_inner_name(names, "kp_bytes");
    const char *staged = kp_inner_name(names, "kp_staged"), *clone;
    bool is_statement = kp_launch_place(u, l) == KP_PLACE_PLAIN;
    struct kp_str out = kp_str_new(u->arena);
    struct kp_launch_config c;

    kp_read_launch(u, l, &c); /* clones have such launches only */
    cut_callee(u, l, &outer, &name);
    clone = kp_sprintf(u->arena, "%s" KP_CLONES "::%s", outer, name);
    kp_str_addf(&out, "%s{%s%s    const dim3 %s = %s;%s", is_statement ? "" : "[&] ", nl, in, block,
                kp_span_text(u, c.arg[KP_LAUNCH_BLOCK]), nl);
    if (h->moves) {
        bytes = NULL;
        kp_str_addf(&out, "%s    const size_t %s = %s;%s", in, staged,
                    kp_moved_size(u, h, outer, name), nl);
    } else {
        kp_str_addf(&out, "%s    const size_t %s = %s;%s", in, bytes,
                    kp_span_text(u, c.arg[KP_LAUNCH_SMEM]), nl);
        kp_str_addf(&out, "%s    const size_t %s = %s;%s", in, staged,
                    staged_text(u, h, bytes, true), nl);
    }
    name = kp_sprintf(u->arena, "%s%s", outer, name);
    kp_str_addf(&out,
                "%s    if (%s%s" KP_CLONES "::" KP_ROOM
                "((const void *)%s, %s,%s%s        (const void *)%s, "
                "%s, %s, %s))%s",
                in, block_test(u, h, block, in), outer, clone, staged, nl, in, name,
                bytes ? bytes : "0", block, keeps_blocks(u, h, l) ? "true" : "false", nl);
    kp_str_addf(&out, "%s        %s%s%s    else%s", in, launch_text(u, l, &c, clone, block, staged),
                nl, in, nl);
    kp_str_addf(&out, "%s        %s%s%s}%s", in, launch_text(u, l, &c, name, block, bytes), nl, in,
                is_statement ? "" : "()");
    kp_edit(u, l->node->span.begin, is_statement ? kp_stmt_end(u, l->node) : l->node->span.end,
            kp_str_text(&out));
}

/* A function of the host: true if the clone can be launched so, with as many blocks per SM. */
static const char has_room[] =
    "// Can the pipelined kernel be launched like that, and with as many blocks per SM if that is "
    "asked?\n"
    "static bool " KP_ROOM "(const void *staged, size_t staged_bytes, const void *plain, size_t "
    "bytes,\n"
    "                        dim3 block, bool keep_blocks)\n"
    "{\n"
    "    const int threads = int(block.x * block.y * block.z);\n"
    "    int device, most, blocks, blocks_before;\n"
    "    cudaFuncAttributes has;\n"
    "    if (cudaGetDevice(&device) != cudaSuccess ||\n"
    "        cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) !=\n"
    "            cudaSuccess ||\n"
    "        cudaFuncGetAttributes(&has, staged) != cudaSuccess ||\n"
    "        threads > has.maxThreadsPerBlock || has.sharedSizeBytes + staged_bytes > "
    "size_t(most))\n"
    "        return false;\n"
    "    if (cudaFuncSetAttribute(staged, cudaFuncAttributeMaxDynamicSharedMemorySize,\n"
    "                             most - int(has.sharedSizeBytes)) != cudaSuccess)\n"
    "        return false;\n"
    "    return !keep_blocks ||\n"
    "           (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, staged, threads,\n"
    "                                                          staged_bytes) == cudaSuccess &&\n"
    "            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_before, plain, threads,\n"
    "                                                          bytes) == cudaSuccess &&\n"
    "            blocks >= blocks_before);\n"
    "}\n\n";

bool kp_room_names(const char *word)
{
    uint32_t size = sizeof has_room - 1;
    struct kp_token t = kp_lex_code(has_room, 0, size);

    while (t.kind != KP_TOKEN_END && !kp_token_is(has_room, t, word))
        t = kp_lex_code(has_room, t.end, size);
    return t.kind != KP_TOKEN_END;
}

static const char *with_line_ends(struct kp_unit *u, const char *text)
{
    struct kp_str out = kp_str_new(u->arena);

    for (; *text; text++)
        if (*text == '\n')
            kp_str_add(&out, kp_newline(u));
        else
            kp_str_addc(&out, *text);
    return kp_str_text(&out);
}

/* Namespaces around the clones' own. */
static size_t outer_length(const struct kp_sym *clone)
{
    return strlen(clone->qualified) - strlen(clone->name);
}

/* Static shared memory of the kernel and of what it calls, as rewritten, or more; all that there
 * may be where it is not known. */
static int64_t static_bytes(const struct kp_unit *u, const struct kp_sym *kernel)
{
    const struct kp_shared *shared = kp_shared_of(u, kernel);
    int64_t most = 0, elsewhere = 0;

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        const struct kp_budget *b = &l->plan.budget;

        if (!kp_map_get(&shared->seen, l->function) || !l->tiles.n)
            continue;
        if (b->static_after < 0 || (b->static_after && kernel->is_template))
            return STATIC_LIMIT;
        if (l->function == kernel && b->static_after > most)
            most = b->static_after;
        if (l->function != kernel && b->static_after > b->static_before)
            elsewhere += b->static_after - b->static_before;
    }
    return most + elsewhere;
}

/* Static and dynamic memory have that limit together. */
static bool is_past_limit(const struct kp_unit *u, const struct kp_launch *l,
                          const struct kp_tile_storage *h)
{
    const int64_t before = l->smem->has_value ? l->smem->value : STATIC_LIMIT;
    const int64_t after = h->dead_behind   ? (before > stages_bytes(h) ? before : stages_bytes(h))
                          : h->stage_bytes ? before + stages_bytes(h)
                                           : before * h->stages;

    return after > STATIC_LIMIT - KP_STAGE_ALIGN - static_bytes(u, h->function);
}

/* Every GPU has 48 KB; for more, the runtime is asked, and about the block where it matters. */
static bool must_ask(const struct kp_unit *u, const struct kp_launch *l,
                     const struct kp_tile_storage *h)
{
    return l->kernel == h->function && l->node &&
           (h->moves || (l->smem && (h->dead_behind || is_past_limit(u, l, h))));
}

/* One for all clones of a namespace, in front of the first. */
static bool needs_room(const struct kp_unit *u, const struct kp_storages *storages,
                       const struct kp_tile_storage *h)
{
    bool needed = false;

    for (size_t i = 0; i < storages->list.n; i++) {
        const struct kp_tile_storage *o = storages->list.v[i];
        bool same =
            outer_length(o->function) == outer_length(h->function) &&
            !strncmp(o->function->qualified, h->function->qualified, outer_length(h->function));

        if ((!o->is_dynamic && !o->moves) || !same)
            continue;
        if (o->function->decl->span.begin < h->function->decl->span.begin)
            return false;
        for (size_t k = 0; k < u->parse.launches.n; k++)
            needed |= must_ask(u, &u->parse.launches.v[k], o);
    }
    return needed;
}

static void edit_clone(struct kp_unit *u, const struct kp_storages *storages,
                       const struct kp_tile_storage *h)
{
    const struct kp_tile_storage *first = h;

    for (size_t i = 0; i < storages->list.n; i++) /* two arrays of one kernel */
        if (storages->list.v[i]->function == h->function &&
            (storages->list.v[i]->is_dynamic || storages->list.v[i]->moves)) {
            first = storages->list.v[i];
            break;
        }
    if (first == h && needs_room(u, storages, h))
        kp_edit(u, h->function->decl->span.begin, h->function->decl->span.begin,
                with_line_ends(u, has_room));
    if (h->moves)
        kp_edit_moved(u, storages, h);
}

void kp_edit_launches(struct kp_unit *u, struct kp_names *names, const struct kp_storages *storages,
                      const struct kp_tile_storage *h)
{
    bool is_clone = kp_is_clone(u, h->function);

    if (is_clone)
        edit_clone(u, storages, h);
    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];
        const char *size;

        if (l->kernel != h->function || !l->node || (!l->smem && !h->moves))
            continue;
        if (is_clone && must_ask(u, l, h)) {
            choose_at_run_time(u, names, h, l);
            continue;
        }
        size = staged_size(u, h, l->smem);
        kp_edit(u, l->smem->span.begin, l->smem->span.end, size);
        if (is_past_limit(u, l, h))
            allow_more(u, l, size);
    }
}
