/* Words that the output writes where the source may not have them. */
#ifndef KP_MODEL_OUTPUT_WORDS_H
#define KP_MODEL_OUTPUT_WORDS_H

#include "front/pieces.h"
#include "kp.h"

/* True for a keyword, a type or another name that the output may say; its own, which begin with
 * kp_, are no macros of what was parsed. */
bool kp_output_says(const char *name, size_t n);

/* float4, ulonglong2 */
bool kp_is_vector_name(const char *name, size_t n);

/* True if the place is in the first branch of an #if that is false in every build for CUDA. */
bool kp_is_of_no_build(struct kp_unit *u, const char *text, uint32_t at);

/* True if the piece of a file that only some builds read makes a macro of such a word or name. */
bool kp_brings_output_word(struct kp_unit *u, const char *text, const struct kp_piece *p);

#endif
