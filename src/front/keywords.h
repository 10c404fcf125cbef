/* Macros that stand for keywords of CUDA: `#define SHARED __shared__`. They are found by text;
 * conditions (#if) are not evaluated, and macros in comments count. */
#ifndef KP_FRONT_KEYWORDS_H
#define KP_FRONT_KEYWORDS_H

#include "front/command.h"

struct kp_words;

/* The keywords that only kernels, device functions and shared arrays have; ends with NULL. */
extern const char *const kp_device_keywords[];
/* `__shared__` alone; ends with NULL. */
extern const char *const kp_shared_keyword[];

/* True if the text has one of the words, anywhere. */
bool kp_says_keyword(const char *text, size_t size, const char *const *words);

/* Adds the names of the macros in whose bodies one of the words is, perhaps by other macros: those
 * of the texts and of the -D in `args`, arguments for libclang. */
void kp_keyword_macros(struct kp_arena *a, const char *const *words, const struct kp_args *args,
                       const struct kp_texts *texts, struct kp_words *names);

/* True if a word of the text is one of the names. */
bool kp_names_keyword(struct kp_arena *a, const struct kp_words *names, const char *text,
                      size_t size);

/* Finds the headers of these names (with the < or the quote in front) as the file `path` includes
 * them, those of -include, and all that they include but for headers of libraries; adds their real
 * names and their texts. `args` are arguments for libclang. */
void kp_keyword_texts(struct kp_arena *a, const char *path, const struct kp_texts *names,
                      const struct kp_args *args, struct kp_texts *files, struct kp_texts *texts);

/* True if the text of a file may have kernels, device functions or shared arrays: it has a keyword,
 * or a macro that stands for one. `seen_from` is a source through which the file is read, or NULL.
 * Adds the headers that it has read to `files`. */
bool kp_may_be_device_code(struct kp_arena *a, const char *path, const char *text, size_t size,
                           const struct kp_args *args, const char *seen_from,
                           struct kp_texts *files);

#endif
