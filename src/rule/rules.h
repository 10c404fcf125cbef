/* Private to rule/: the contents of the rule files. */
#ifndef KP_RULE_RULES_H
#define KP_RULE_RULES_H

#include "rule/gpus.h"
#include "rule/ini.h"
#include "rule/list.h"
#include "rule/matrix.h"
#include "rule/ncu.h"
#include "rule/rule.h"

/* The rules of one origin: built in, a folder, or a project file. */
struct kp_layer {
    struct kp_rule_list calls, opcodes;
    /* namespaces whose functions are looked up by the last part of the name */
    KP_VEC(const char *) namespaces;
};

struct kp_ncu_advice {
    const char *name, *text;
};

enum { KP_LAYER_BUILT_IN, KP_LAYER_FOLDER, KP_LAYER_PROJECT, KP_LAYERS };

struct kp_rules {
    struct kp_arena *arena;
    struct kp_layer layer[KP_LAYERS]; /* later ones take precedence */
    KP_VEC(struct kp_target) targets;
    KP_VEC(struct kp_gpu) gpus;
    KP_VEC(struct kp_matrix_row) matrix;
    KP_VEC(struct kp_ncu_key) ncu_keys;
    KP_VEC(struct kp_ncu_stall) ncu_stalls;
    KP_VEC(const char *) ncu_stall_names; /* names of stall metrics, with %s for the stall */
    KP_VEC(struct kp_ncu_advice) ncu_advice;
};

/* Each reads one file's text; false with *error set. */
bool kp_calls_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                   const char **error);
/* Adds one line of such a file. `said`: "FILE:LINE" of a project file; NULL for rule files. */
bool kp_calls_add(struct kp_arena *a, struct kp_layer *to, const char *name, const char *value,
                  const char *said, const char **error);
bool kp_asm_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                 const char **error);
bool kp_gpus_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                  const char **error);
bool kp_ncu_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                 const char **error);
bool kp_matrix_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                    const char **error);
bool kp_targets_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                     const char **error);

/* Splits an effect ("write(0) read(1) warp") into words and calls `word` for each, with the text in
 * parentheses or "". */
typedef bool kp_effect_word(void *rule, const char *word, const char *operand, const char **error);
bool kp_effect_parse(struct kp_arena *a, const char *text, kp_effect_word *word, void *rule,
                     const char **error);

/* The KP_CTL_* bit of a word that both calls.ini and asm.ini have ("order", "warp"); 0 for other
 * words. */
unsigned kp_effect_control(const char *word);

#endif
