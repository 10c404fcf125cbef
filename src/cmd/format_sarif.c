#define _GNU_SOURCE
/* SARIF 2.1.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/explain.h"
#include "cmd/format.h"
#include "report/json_value.h"
#include "util/uri.h"

#define SCHEMA                                                                                     \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

static const char *level_of(const char *severity)
{
    return kp_streq(severity, "error") || kp_streq(severity, "warning") ? severity : "note";
}

/* ---- places -----------------------------------------------------------------------------------
 */

static const char *uri(struct kp_arena *a, const char *path)
{
    path = kp_shown_path(a, path);
    return kp_sprintf(a, "%s%s", *path == '/' ? "file://" : "", kp_uri_escape(a, path));
}

static json_t *artifact(struct kp_arena *a, const char *path)
{
    const char *name = uri(a, path);
    json_t *o = json_pack("{s:s}", "uri", name);

    if (!kp_starts_with(name, "file://"))
        json_object_set_new(o, "uriBaseId", json_string("SRCROOT"));
    return o;
}

static json_t *region(const json_t *p, const char *column, const char *end_column)
{
    json_t *o = json_pack("{s:I, s:I}", "startLine", kp_number_in(p, "line"), "endLine",
                          kp_number_in(p, "end_line"));

    if (kp_number_in(p, column)) {
        json_object_set(o, "startColumn", json_object_get(p, column));
        json_object_set(o, "endColumn", json_object_get(p, end_column));
    }
    return o;
}

static json_t *location(struct kp_arena *a, const json_t *p)
{
    json_t *o = json_pack("{s:{s:o, s:o}}", "physicalLocation", "artifactLocation",
                          artifact(a, kp_text_in(p, "file")), "region",
                          region(p, "character", "end_character"));

    if (*kp_text_in(p, "text"))
        json_object_set_new(o, "message", json_pack("{s:s}", "text", kp_text_in(p, "text")));
    return o;
}

/* ---- results ----------------------------------------------------------------------------------
 */

static json_t *fix_of(struct kp_arena *a, const char *file, const json_t *edits)
{
    json_t *replacements = json_array(), *edit;
    size_t i;

    json_array_foreach(edits, i, edit) json_array_append_new(
        replacements,
        json_pack("{s:o, s:{s:s}}", "deletedRegion", region(edit, "column", "end_column"),
                  "insertedContent", "text", kp_text_in(edit, "text")));
    return json_pack("{s:{s:s}, s:[{s:o, s:o}]}", "description", "text",
                     "Pipeline this loop, as kpipe rewrite does.", "artifactChanges",
                     "artifactLocation", artifact(a, file), "replacements", replacements);
}

/* The rule's place in the list, where it may be new. */
static size_t rule_index(struct kp_texts *rules, struct kp_arena *a, const char *code)
{
    size_t i = 0;

    while (i < rules->n && !kp_streq(rules->v[i], code))
        i++;
    if (i == rules->n)
        kp_push(a, rules, code);
    return i;
}

static json_t *result(struct kp_arena *a, const json_t *row, const json_t *f,
                      struct kp_texts *rules)
{
    const json_t *places = json_object_get(f, "places"), *fix = json_object_get(f, "fix");
    const char *code = kp_text_in(f, "code"), *remedy = kp_text_in(f, "remedy");
    json_t *related = json_array(),
           *o = json_pack("{s:s, s:I, s:s, s:{s:s}, s:[o], s:{s:s, s:s}}", "ruleId", code,
                          "ruleIndex", (json_int_t)rule_index(rules, a, code), "level",
                          level_of(kp_text_in(f, "severity")), "message", "text",
                          *remedy ? kp_sprintf(a, "%s\n%s", kp_message_of(a, f), remedy)
                                  : kp_message_of(a, f),
                          "locations", location(a, kp_first_place(f)), "partialFingerprints",
                          "primaryLocationLineHash", kp_text_in(f, "fingerprint"), "kpipe/v1",
                          kp_text_in(f, "fingerprint"));

    for (size_t i = 1; i < json_array_size(places); i++) {
        json_t *there = location(a, json_array_get(places, i));

        json_object_set_new(there, "id", json_integer((json_int_t)i));
        json_array_append_new(related, there);
    }
    json_object_set_new(o, "relatedLocations", related);
    if (json_array_size(fix))
        json_object_set_new(o, "fixes", json_pack("[o]", fix_of(a, kp_text_in(row, "file"), fix)));
    return o;
}

/* ---- the run ----------------------------------------------------------------------------------
 */

static const struct kp_diag_row *row_of(const char *code)
{
    for (int i = KP_CODE_NONE + 1; i < KP_CODE_COUNT; i++)
        if (kp_streq(kp_diag((enum kp_code)i)->code, code))
            return kp_diag((enum kp_code)i);
    return kp_diag(KP_CODE_KP712);
}

static json_t *rule(struct kp_arena *a, const char *code)
{
    static const char *const severities[] = {"note", "remark", "warning", "error"};
    const struct kp_diag_row *row = row_of(code);
    const char *reason = kp_explain_reason(a, row), *help = kp_explain_text(a, row);

    return json_pack("{s:s, s:s, s:{s:s}, s:{s:s}, s:{s:s, s:s}, s:{s:s}, s:{s:[s, s]}}", "id",
                     row->code, "name", row->slug, "shortDescription", "text", reason,
                     "fullDescription", "text", row->hint ? row->hint : reason, "help", "text",
                     help, "markdown", help, "defaultConfiguration", "level",
                     level_of(severities[row->severity]), "properties", "tags", "performance",
                     "cuda");
}

/* Files that could not be read. */
static json_t *invocation(struct kp_arena *a, const json_t *rows)
{
    json_t *notes = json_array(), *row;
    size_t i;

    json_array_foreach(rows, i, row) if (json_object_get(row, "error")) json_array_append_new(
        notes, json_pack("{s:s, s:{s:s}, s:[{s:{s:o}}]}", "level", "error", "message", "text",
                         kp_text_in(row, "error"), "locations", "physicalLocation",
                         "artifactLocation", artifact(a, kp_text_in(row, "file"))));
    return json_pack("{s:b, s:o}", "executionSuccessful", json_array_size(notes) == 0,
                     "toolExecutionNotifications", notes);
}

void kp_write_sarif(const struct kp_settings *s, const json_t *rows)
{
    struct kp_arena *a = s->arena;
    struct kp_texts codes = {0};
    json_t *results = json_array(), *rules = json_array(), *row, *f, *root;
    char *here = realpath(".", NULL);
    size_t i, k;

    json_array_foreach(rows, i, row) json_array_foreach(json_object_get(row, "findings"), k, f)
        json_array_append_new(results, result(a, row, f, &codes));
    for (i = 0; i < codes.n; i++)
        json_array_append_new(rules, rule(a, codes.v[i]));
    root = json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:[o], s:o, s:s, s:{s:{s:s}}}]}",
                     "$schema", SCHEMA, "version", "2.1.0", "runs", "tool", "driver", "name",
                     "kpipe", "version", KP_VERSION, "rules", rules, "invocations",
                     invocation(a, rows), "results", results, "columnKind", "unicodeCodePoints",
                     "originalUriBaseIds", "SRCROOT", "uri",
                     kp_sprintf(a, "%s/", here && here[1] ? uri(a, here) : "file://"));
    json_dumpf(root, stdout, JSON_INDENT(1) | KP_JSON_REALS);
    puts("");
    json_decref(root);
    free(here);
}
