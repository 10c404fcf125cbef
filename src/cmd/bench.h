/* Commands that run kernels on a GPU. Arguments begin behind the command's name. */
#ifndef KP_CMD_BENCH_H
#define KP_CMD_BENCH_H

int kp_cmd_bench(int argc, char **argv);

#endif
