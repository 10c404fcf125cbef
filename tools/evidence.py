"""The profile and evidence halves of tools/results: what a profiler counts of a kernel's original and of the version
that tune chose, and what limits them."""
import json
import math
import shutil

import ncu_csv
from gpu_check import ROOT, Broken

ACTIVE = '.avg.pct_of_peak_sustained_active'
ELAPSED = '.avg.pct_of_peak_sustained_elapsed'

# What can be full, in percent of its peak; a release or a GPU may not have all of them.
UNITS = {
    'shared memory/L1': 'l1tex__data_pipe_lsu_wavefronts' + ACTIVE,
    'FMA': 'sm__pipe_fma_cycles_active' + ACTIVE,
    'heavy half of FMA': 'sm__pipe_fmaheavy_cycles_active' + ACTIVE,
    'ALU': 'sm__pipe_alu_cycles_active' + ACTIVE,
    'XU': 'sm__inst_executed_pipe_xu' + ACTIVE,
    'LSU': 'sm__inst_executed_pipe_lsu' + ACTIVE,
    'tensor': 'sm__pipe_tensor_cycles_active' + ACTIVE,
    'L2': 'lts__throughput' + ELAPSED,
    'DRAM': 'dram__throughput' + ELAPSED,
}
ISSUE = 'smsp__issue_active' + ACTIVE
WARPS = 'sm__warps_active' + ACTIVE
TIME = 'gpu__time_duration.sum'
BLOCKS = [f'launch__occupancy_limit_{w}' for w in ('registers', 'shared_mem', 'warps', 'blocks')]

# What a warp does with its cycles. The last two are no waiting: it issues, or another warp did.
STALLS = ('long_scoreboard', 'short_scoreboard', 'barrier', 'mio_throttle', 'lg_throttle', 'math_pipe_throttle',
          'wait', 'dispatch_stall', 'no_instruction', 'tex_throttle', 'drain', 'branch_resolving', 'imc_miss', 'misc',
          'sleeping', 'membar', 'gmma', 'selected', 'not_selected')
READY = ('selected', 'not_selected')
NEAR, FULL = 80, 90


def stall_metric(name):
    return f'smsp__average_warps_issue_stalled_{name}_per_issue_active.ratio'


METRICS = [TIME, ISSUE, WARPS, *UNITS.values(), *BLOCKS, *map(stall_metric, STALLS)]


# ------------------------------------------------------------------------------------------------
# What is to be profiled.

def write_version(bundle, version, to):
    """A bundle of one version that is checked and not timed, without the runner."""
    plan = json.loads((bundle / 'plan.json').read_text(encoding='utf-8'))
    plan.update(versions=[version], runs=0, warm_up=0.0)
    to.mkdir(parents=True)
    (to / 'plan.json').write_text(json.dumps(plan), encoding='utf-8')
    for path in [bundle / version['file'], *bundle.glob('*.bin')]:
        shutil.copy(path, to)


def worth_profiling(best):
    return ['original', best if best != 'original' else 'auto']


def write_profile(folder, bundles, best):
    """FOLDER/NAME.N of versions of each bundle, and FOLDER/profile-all. `best` is by the bundle's name."""
    if folder.exists():
        raise Broken(f'{folder} is there already')
    results = folder / 'results'
    results.mkdir(parents=True)
    for bundle in bundles:
        plan = json.loads((bundle / 'plan.json').read_text(encoding='utf-8'))
        versions = {v['label']: v for v in plan['versions']}
        labels = [label for label in worth_profiling(best[bundle.name]) if label in versions]
        for n, label in enumerate(labels):
            write_version(bundle, versions[label], folder / f'{bundle.name}.{n}')
            (results / f'{bundle.name}.{n}.label').write_text(label, encoding='utf-8')
        shutil.copy(bundle / 'kpipe-runner', folder)
    (folder / 'metrics').write_text('\n'.join(METRICS) + '\n', encoding='utf-8')
    shutil.copy(ROOT / 'tools' / 'ncu-profile', folder / 'profile-all')


# ------------------------------------------------------------------------------------------------
# What was counted.

class Profile:
    """One version's counters."""

    def __init__(self, path):
        self.metrics = ncu_csv.raw(path)
        value, unit = self.metrics.get(TIME, ('', ''))
        self.ms = ncu_csv.number(value) * ncu_csv.TO_MS[unit] if value else math.nan
        self.issue, self.warps = self.figure(ISSUE), self.figure(WARPS)
        self.blocks = min(map(self.figure, BLOCKS))
        self.units = self.known(UNITS)
        self.stalls = self.known({s: stall_metric(s) for s in STALLS})
        if not self.units or not self.stalls or math.isnan(self.issue):
            raise Broken(f'{path}: not the metrics that profile-all asks for')

    def figure(self, metric):
        try:
            return ncu_csv.number(self.metrics[metric][0])
        except (KeyError, ValueError):
            return math.nan

    def known(self, metrics):
        figures = {name: self.figure(metric) for name, metric in metrics.items()}
        return {name: figure for name, figure in figures.items() if not math.isnan(figure)}

    def busiest(self):
        return max(self.units.items(), key=lambda x: x[1])

    def limit(self):
        """What is nearest to its peak: a unit, or the issue slots."""
        return max(self.busiest(), ('issue slots', self.issue), key=lambda x: x[1])

    def worst_stalls(self):
        waits = [s for s in self.stalls if s not in READY]
        return sorted(waits, key=self.stalls.get, reverse=True)[:2]

    def share(self, stall):
        """Which percent of a warp's time it spends so."""
        return 100 * self.stalls.get(stall, 0) / sum(self.stalls.values())

    def cells(self):
        unit, percent = self.busiest()
        stalls = ', '.join(f'{s} {self.stalls[s]:.1f}' for s in self.worst_stalls())
        waits = ' + '.join(f'{self.share(s):.0f}' for s in ('long_scoreboard', 'barrier'))
        return (f'{self.ms:.4g} | {self.issue:.0f}% | {unit} {percent:.0f}% | {stalls} | '
                f'{waits}% | {self.warps:.0f}% | {self.blocks:.0f}')


def profiles_of(folder, name):
    """A kernel's profiles in the order of their numbers, by label."""
    found = {}
    for path in sorted(folder.glob('*.label')):
        csv = path.with_suffix('.csv')
        if path.stem.rpartition('.')[0] == name and csv.exists():
            found[path.read_text(encoding='utf-8').strip()] = Profile(csv)
    return found


def verdict(profile):
    unit, percent = profile.limit()
    if percent >= FULL:
        return f'limited by {unit}, {percent:.0f}% of the peak'
    if percent >= NEAR:
        return f'near the limit of {unit}, {percent:.0f}% of the peak'
    return (f'nothing is full, {unit} has {percent:.0f}% of its peak; {profile.warps:.0f}% of the warps that an SM '
            f'can hold, which wait most in {" and ".join(profile.worst_stalls())}')


def print_evidence(folder, best):
    """The table, and a line per kernel. `best` is the label that tune chose, by kernel."""
    chosen = {}
    print('| kernel | version | ms | issue slots | busiest unit | longest stalls, cycles per instruction '
          '| long_scoreboard + barrier, of a warp\'s time | warps | blocks/SM |')
    print('|---|---|--:|--:|---|---|--:|--:|--:|')
    for name, label in best.items():
        found = profiles_of(folder, name)
        for wanted in worth_profiling(label):
            if wanted in found:
                mark = ' (chosen)' if wanted == label else ''
                print(f'| {name} | {wanted}{mark} | {found[wanted].cells()} |')
        if label in found:
            chosen[name] = found[label]
    if not chosen:
        raise Broken(f'{folder} has no profile of what tune chose')
    print()
    for name, profile in chosen.items():
        print(f'- {name}: {verdict(profile)}')
    near = sum(p.limit()[1] >= NEAR for p in chosen.values())
    print(f'\n{near} of {len(chosen)} chosen versions run at {NEAR}% or more of the peak of a unit '
          'or of the issue slots')
    return [name for name in best if name not in chosen]
