/* Methods that read members of their object, and do nothing else with it. */
#ifndef KP_MODEL_MEMBERS_H
#define KP_MODEL_MEMBERS_H

#include "kp.h"

/* True for a method that reads members of its object by their values, and has no other effect but
 * its result: of a copy of the object's bits it does the same. */
bool kp_reads_members_alone(const struct kp_unit *u, const struct kp_node *method);
/* True for a call of a function of CUDA's that gets values, and gives one. */
bool kp_is_pure_call(const struct kp_unit *u, const struct kp_node *call);
/* True if such a method reads each byte of its object, of that class, in every call: a copy of the
 * object reads no memory that the call does not read. */
bool kp_reads_all_bytes(const struct kp_node *method, const struct kp_type *t);
/* True if a call of the method on an object that is const, or on one that is not, calls this method
 * and no other: nothing else of its class has its name or converts the object. */
bool kp_is_only_method(const struct kp_unit *u, const struct kp_sym *method);

#endif
