/* The plans of `kpipe tune` as a page, and their predictions as a figure. */
#ifndef KP_CMD_TUNE_HTML_H
#define KP_CMD_TUNE_HTML_H

#include "cmd/flags.h"
#include "search/tune.h"

/* Prints the predictions of --predict as a figure of characters; nothing when no time is predicted.
 */
void kp_plot_predictions(const struct kp_tune *t);
/* Writes the page of --html; false after an error message. */
bool kp_tune_page(const struct kp_settings *s, const struct kp_tune *t);

#endif
