/* Analysis of a header through all sources that include it. */
#ifndef KP_SEEN_FROM_H
#define KP_SEEN_FROM_H

#include "pipeline.h"

/* Runs the passes up to `last` on a unit with options->includers, after its source pass. The header
 * is analysed through the source that launches most of its kernels; `u` becomes the result. A
 * function with loops must be rewritten to the same text through each other source that launches or
 * instantiates it (through each includer, if none does), and the output must compile in all of
 * them. Otherwise its loops are refused with KP611, which names two sources that disagree. False
 * when unit->error was set. */
bool kp_pipeline_from(struct kp_unit *u, enum kp_pass last);

#endif
