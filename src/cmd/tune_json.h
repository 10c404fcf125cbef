/* The result of tune as JSON (docs/user/json.md). */
#ifndef KP_CMD_TUNE_JSON_H
#define KP_CMD_TUNE_JSON_H

#include "search/tune.h"

const char *kp_tune_json(const struct kp_tune *t);

#endif
