/* What most of the model asks of loops: the headers that are split by idea. A source includes those
 * that it uses. */
#ifndef KP_MODEL_LOOPS_H
#define KP_MODEL_LOOPS_H

#include "front/front.h"
#include "front/tree.h"
#include "model/access.h"
#include "model/barriers.h"
#include "model/clones.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/of_loop.h"
#include "model/refuse.h"
#include "model/steps.h"
#include "model/types_text.h"
#include "model/written.h"

#endif
