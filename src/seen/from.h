/* A header from all sources that include it. */
#ifndef KP_SEEN_FROM_H
#define KP_SEEN_FROM_H

#include "pipeline.h"

/* After the source pass of a unit with options->includers: the passes run as the source sees the
 * file that launches most of its kernels, whose unit `u` becomes. A loop's function has to come out
 * as the same text from each other source that launches or instantiates it (of each that includes
 * it where none does), and the text has to compile in all of them: else KP611 refuses it, naming
 * two that disagree. False as with kp_pipeline. */
bool kp_pipeline_from(struct kp_unit *u, enum kp_pass last);

#endif
