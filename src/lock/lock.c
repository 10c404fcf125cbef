#include "lock/lock.h"

#include <stdlib.h>
#include <string.h>

static const char head[] =
    "# kpipe.lock: plans that `kpipe cc` applies. Made by `kpipe lock --update`; commit it.\n"
    "# file kernel loop architecture key plan output proof gain\n";

enum { FIELDS = 9, MOST_LOOPS = 1000 };

/* ---- words ------------------------------------------------------------------------------------
 */

static const char *escaped(struct kp_arena *a, const char *word)
{
    struct kp_str s = kp_str_new(a);

    for (; *word; word++)
        if ((unsigned char)*word <= ' ' || *word == '%' || *word == '#' || *word == 0x7f)
            kp_str_addf(&s, "%%%02x", (unsigned char)*word);
        else
            kp_str_addc(&s, *word);
    return kp_str_text(&s);
}

static const char *plain(struct kp_arena *a, const char *word, size_t n)
{
    struct kp_str s = kp_str_new(a);

    for (size_t i = 0; i < n; i++) {
        char hex[3] = {0}, *end = hex;
        long c = 0;

        if (word[i] == '%' && i + 2 < n) {
            memcpy(hex, word + i + 1, 2);
            c = strtol(hex, &end, 16);
        }
        if (c > 0 && end == hex + 2) {
            kp_str_addc(&s, (char)c);
            i += 2;
        } else {
            kp_str_addc(&s, word[i]);
        }
    }
    return kp_str_text(&s);
}

/* ---- the file ---------------------------------------------------------------------------------
 */

static bool read_line(struct kp_lock *lock, const char *line, size_t n)
{
    const char *f[FIELDS];
    int n_fields = 0;
    struct kp_lock_entry e;
    struct kp_request request;
    char *end;
    unsigned long loop;

    for (size_t at = 0; at < n;) {
        size_t length = 0;

        while (at < n && line[at] == ' ')
            at++;
        while (at + length < n && line[at + length] != ' ')
            length++;
        if (!length)
            break;
        if (n_fields == FIELDS)
            return false;
        f[n_fields++] = plain(lock->arena, line + at, length);
        at += length;
    }
    if (n_fields != FIELDS)
        return false;
    loop = strtoul(f[2], &end, 10);
    if (*end || !loop || loop > MOST_LOOPS || !kp_lock_request(f[5], &request))
        return false;
    e = (struct kp_lock_entry){f[0], f[1], (unsigned)loop, f[3], f[4], f[5], f[6], f[7], f[8]};
    kp_push(lock->arena, &lock->entries, e);
    return true;
}

struct kp_lock *kp_lock_read(struct kp_arena *a, const char *path, const char *text,
                             const char **error)
{
    struct kp_lock *lock = kp_new(a, struct kp_lock);
    unsigned number = 1;

    lock->arena = a;
    for (const char *at = text; *at; number++) {
        size_t n = strcspn(at, "\n"), kept = n && at[n - 1] == '\r' ? n - 1 : n;

        if (strspn(at, " \t\r") < n && *at != '#' && !read_line(lock, at, kept)) {
            *error = kp_sprintf(a, "%s:%u: this is not an entry of a lock file", path, number);
            return NULL;
        }
        at += n + (at[n] == '\n');
    }
    return lock;
}

static int by_place(const void *a, const void *b)
{
    const struct kp_lock_entry *x = a, *y = b;
    int c = strcmp(x->file, y->file);

    c = c ? c : strcmp(x->kernel, y->kernel);
    c = c ? c : (x->loop > y->loop) - (x->loop < y->loop);
    return c ? c : strcmp(x->arch, y->arch);
}

const char *kp_lock_text(const struct kp_lock *lock)
{
    struct kp_arena *a = lock->arena;
    struct kp_lock_entry *sorted = kp_new_array(a, struct kp_lock_entry, lock->entries.n + 1);
    struct kp_str s = kp_str_new(a);

    if (lock->entries.n)
        memcpy(sorted, lock->entries.v, lock->entries.n * sizeof *sorted);
    qsort(sorted, lock->entries.n, sizeof *sorted, by_place);
    kp_str_add(&s, head);
    for (size_t i = 0; i < lock->entries.n; i++) {
        const struct kp_lock_entry *e = &sorted[i];

        kp_str_addf(&s, "%s %s %u %s %s %s %s %s %s\n", escaped(a, e->file), escaped(a, e->kernel),
                    e->loop, escaped(a, e->arch), escaped(a, e->key), escaped(a, e->plan),
                    escaped(a, e->output), escaped(a, e->proof), escaped(a, e->gain));
    }
    return kp_str_text(&s);
}

struct kp_lock_entry *kp_lock_find(const struct kp_lock *lock, const char *file, const char *kernel,
                                   unsigned loop, const char *arch, const char *key)
{
    for (size_t i = 0; i < lock->entries.n; i++) {
        struct kp_lock_entry *e = &lock->entries.v[i];

        if (kp_streq(e->file, file) && kp_streq(e->kernel, kernel) && e->loop == loop &&
            kp_streq(e->arch, arch) && (!key || kp_streq(e->key, key)))
            return e;
    }
    return NULL;
}

void kp_lock_put(struct kp_lock *lock, const struct kp_lock_entry *e)
{
    struct kp_lock_entry *old = kp_lock_find(lock, e->file, e->kernel, e->loop, e->arch, NULL);

    if (old)
        *old = *e;
    else
        kp_push(lock->arena, &lock->entries, *e);
}

void kp_lock_drop(struct kp_lock *lock, const char *file, const char *kernel, const char *arch)
{
    size_t n = 0;

    for (size_t i = 0; i < lock->entries.n; i++) {
        const struct kp_lock_entry *e = &lock->entries.v[i];

        if (!kp_streq(e->file, file) || !kp_streq(e->arch, arch) ||
            (kernel && !kp_streq(e->kernel, kernel)))
            lock->entries.v[n++] = *e;
    }
    lock->entries.n = n;
}

/* ---- plans ------------------------------------------------------------------------------------
 */

static const char *const variants[] = {"auto", "cp-async", "ldg", "single"};
static const char *const shapes[] = {"auto", "split", "ring", "late-ring"};

const char *kp_lock_plan(struct kp_arena *a, const struct kp_loop *l)
{
    enum kp_variant variant = l->tiles.n ? l->tiles.v[0]->variant : KP_VARIANT_AUTO;
    struct kp_str s = kp_str_new(a);

    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->variant != variant)
            variant = KP_VARIANT_AUTO;
    kp_str_addf(&s, "%s,%d,%s", variants[variant], l->plan.stages, shapes[l->plan.shape]);
    if (l->plan.min_blocks)
        kp_str_addf(&s, ",blocks=%d", l->plan.min_blocks);
    if (l->plan.merge.x)
        kp_str_addf(&s, ",merge=%s", kp_merge_text(a, l->plan.merge));
    kp_str_add(&s, l->plan.laid_out ? ",layout" : "");
    kp_str_add(&s, l->plan.unstaged ? ",prefetch" : "");
    if (l->plan.batch)
        kp_str_addf(&s, ",batch=%d", l->plan.batch);
    if (l->plan.threads)
        kp_str_addf(&s, ",threads=%d", l->plan.threads);
    kp_str_add(&s, l->plan.unroll ? ",unroll" : "");
    kp_str_add(&s, l->widened ? "" : ",narrow");
    return kp_str_text(&s);
}

/* Which of the names [text, text + n) is, or -1. */
static int which(const char *text, size_t n, const char *const *names)
{
    for (int i = 0; i < 4; i++)
        if (strlen(names[i]) == n && !strncmp(names[i], text, n))
            return i;
    return -1;
}

bool kp_read_merge(const char *text, size_t n, struct kp_merge *to)
{
    enum { MOST = 64, LEAST_AXES = 2, MOST_AXES = 3 };
    long factor[MOST_AXES] = {0}, all = 1;
    int axes = 0;
    char *end = (char *)(uintptr_t)text;

    if (strspn(text, "0123456789x") < n)
        return false;
    do {
        factor[axes] = strtol(axes ? end + 1 : end, &end, 10);
        if (factor[axes] < 1 || factor[axes] > MOST)
            return false;
        all *= factor[axes++];
    } while (axes < MOST_AXES && *end == 'x');
    if ((size_t)(end - text) != n || axes < LEAST_AXES || all > MOST)
        return false;
    *to = (struct kp_merge){.x = (int)factor[axes - 1],
                            .y = (int)factor[axes - 2],
                            .z = axes == MOST_AXES ? (int)factor[0] : 1};
    return true;
}

bool kp_lock_request(const char *plan, struct kp_request *request)
{
    int field = 0;

    *request = (struct kp_request){.because = "as " KP_LOCK_NAME " says"};
    if (kp_streq(plan, KP_LOCK_LEAVE)) {
        request->leave = "as " KP_LOCK_NAME " says";
        return true;
    }
    for (const char *at = plan; *at; field++) {
        size_t n = strcspn(at, ",");
        int named = field == 0 ? which(at, n, variants) : field == 2 ? which(at, n, shapes) : 0;
        long number = field == 1 ? strtol(at, NULL, 10) : 0;

        if (named < 0 || (field == 1 && (number < 1 || number > 8)))
            return false;
        if (field == 0)
            request->variant = (enum kp_variant)named;
        else if (field == 1)
            request->stages = number > 1 ? (int)number : 0;
        else if (field == 2)
            request->shape = (enum kp_shape)named;
        else if (kp_starts_with(at, "blocks="))
            request->min_blocks = (int)strtol(at + 7, NULL, 10);
        else if (kp_starts_with(at, "merge=") && kp_read_merge(at + 6, n - 6, &request->merge))
            ;
        else if (n == 6 && kp_starts_with(at, "layout"))
            request->layout = KP_LAYOUT_AUTO;
        else if (kp_starts_with(at, "prefetch"))
            request->prefetch = KP_PREFETCH_REPLACE;
        else if (kp_starts_with(at, "batch="))
            request->batch = (int)strtol(at + 6, NULL, 10);
        else if (kp_starts_with(at, "threads="))
            request->threads = (int)strtol(at + 8, NULL, 10);
        else if (kp_starts_with(at, "unroll"))
            request->unroll = true;
        else if (kp_starts_with(at, "narrow"))
            request->width = KP_WIDTH_NARROW;
        else
            return false;
        at += n + (at[n] == ',');
    }
    return field >= 3 && request->min_blocks >= 0 && request->min_blocks <= 32 &&
           request->batch >= 0 && request->batch <= 32 && request->threads >= 0 &&
           request->threads <= KP_MOST_THREADS;
}
