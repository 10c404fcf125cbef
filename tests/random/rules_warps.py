"""Kernels whose phases barriers of a warp separate. They are made of ones with a warp in a block: two of such blocks become the
warps of one, each with a part of the tiles (generate.finish)."""
from rules import PLAIN, rule

WARPS = dict(PLAIN, two_d=False, threads=32, storage=['separate', 'one'], phases=1, extra_shared=False, sizes=['literal', 'macro', 'constexpr'],
             around=['none', 'none', 'outer', 'outer_two', 'if'], guard_m=[False, False, True])
NUMBER = ['threadIdx.x / 32', 'threadIdx.x >> 5', '(int)threadIdx.x / 32']


def warps(k, number=None, **need):
    k.need.update(WARPS, **need)
    k.warps = 2
    k.warp = number or k.r.choice(NUMBER)
    k.own_trips = k.r.random() < 0.5
    k.bar = [k.r.choice(['__syncwarp();', '__syncwarp();', '__syncwarp(0xffffffff);'])] * 3


@rule(legal=True)
def form_one_warp(k):
    """Of a block of one warp all that it touches is its own."""
    k.need.update(PLAIN, two_d=False, threads=32, extra_shared=False, around=['none', 'outer', 'if', 'switch'],
                  storage=['separate', 'one', 'struct', 'body', 'mixed'])
    k.bar = ['__syncwarp();'] * 3


@rule(legal=True)
def form_warps(k):
    warps(k)


@rule('KP114', 'KP107')
def warps_share(k):
    warps(k, 'threadIdx.x / 64')
    k.own_trips = False


@rule('KP103', 'KP102', 'KP107')
def warps_some_lanes(k):
    warps(k)
    k.bar = [k.r.choice(['__syncwarp(0xffff);', '__syncwarp(__activemask());', '__syncwarp(n);'])] * 3


@rule('KP107')
def warps_trips_of_lanes(k):
    warps(k, header='for', ragged=False)
    k.own_trips = 'lanes'
