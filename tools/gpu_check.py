#!/usr/bin/env python3
"""The build and report halves of tools/gpu-check. Python standard library only; what is known of
case files here is where the source is and what kpipe is expected to make of it."""

import argparse
import concurrent.futures
import configparser
import datetime
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
os.environ.setdefault("KPIPE_FAST", "1")  # `kpipe rewrite` builds nothing
# Explicit variants first: `auto` is then reported as the one that it chose.
VARIANTS = [("cp-async", 2), ("cp-async", 3), ("late-ring", 3), ("unrolled", 3), ("ldg", 2), ("single", 2),
            ("auto", 2), ("auto", 3)]
SHAPES = {"late-ring": ["--shape", "late-ring"], "unrolled": ["--shape", "late-ring", "--unroll"]}
RUN_ALL = """#!/bin/sh
# Runs every bundle of this folder: results/NAME.json, and what it said in results/NAME.err.
# usage: run-all [WORD...]    only bundles whose name contains one of the words
cd "$(dirname "$0")" || exit 2
mkdir -p results
worst=0
for bundle in */run; do
    name=${bundle%/run}
    [ $# -eq 0 ] && wanted=1 || wanted=
    for word; do case $name in *"$word"*) wanted=1 ;; esac; done
    [ -n "$wanted" ] || continue
    "$name/run" >"results/$name.json" 2>"results/$name.err"
    code=$?
    echo "$name: exit status $code"
    [ $code -le $worst ] || worst=$code
    if grep -q '"code": "no-' "results/$name.json"; then
        echo '*** SKIPPED: no CUDA GPU (or no driver) on this machine. Nothing was measured. ***' >&2
        tail -n 1 "results/$name.err" >&2
        exit 77
    fi
done
exit $worst
"""


class Broken(Exception):
    """Wrong input: a message for the user, no traceback."""


def run(command):
    return subprocess.run(["nice", "-n", "10", *map(str, command)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace", timeout=1200, check=False)


class Case:
    def __init__(self, path):
        self.path = path
        self.name = path.stem
        ini = configparser.ConfigParser(interpolation=None, delimiters=("=",), strict=False,
                                        inline_comment_prefixes=(";",))
        try:
            ini.read_string(path.read_text(), source=str(path))
            self.source = path.parent / ini["kernel"]["source"]
            self.expect = ini["kernel"].get("expect", "rewritten")
        except (configparser.Error, KeyError) as e:
            raise Broken(f"{path}: {e}") from e


def case_files(folder):
    """A folder's case files; a `.kpipe.ini` beside them is none."""
    return sorted(path for path in folder.resolve().glob("*.ini") if not path.name.startswith("."))


def cases_of(folders):
    """The cases of kernels/ and of more folders, by name; the bundles' folders have the same names."""
    found = {}
    for folder in [ROOT / "kernels", *map(pathlib.Path, folders)]:
        paths = case_files(folder)
        if not paths:
            raise Broken(f"{folder} holds no case files (*.ini)")
        for path in paths:
            if path.stem in found:
                raise Broken(f"{path}: {found[path.stem].path} has the same name")
            found[path.stem] = Case(path)
    return [case for case in found.values() if case.expect != "refused"]


class Builder:
    def __init__(self, options):
        self.options = options
        self.dir = pathlib.Path(options.dir).resolve()
        self.arch = options.arch
        self.kpipe = pathlib.Path(options.kpipe).resolve()
        if not self.kpipe.exists():
            raise Broken(f"{self.kpipe} does not exist; build it, or name it with --kpipe")

    def rewrite(self, case, folder, variant, stages):
        label = variant if variant in ("ldg", "single") else f"{variant}-{stages}"
        version = {"label": label, "variant": variant, "status": "rewritten",
                   "stages": 1 if variant == "single" else stages}
        out = folder / f"{label}.cu"
        plan = SHAPES.get(variant, ["--variant", variant])
        done = run([self.kpipe, "rewrite", case.source, "-o", out, *plan, "--stages", stages, "--arch", self.arch,
                    "--json"])
        try:
            if done.returncode or not out.exists():
                raise ValueError(f"exit status {done.returncode}: {done.stderr.strip()[-1000:]}")
            loops = [l for l in json.loads(done.stdout)["loops"] if isinstance(l, dict)]
        except (ValueError, KeyError, TypeError) as e:
            version.update(status="kpipe failed", why=str(e))
            return version
        changed = [l for l in loops if l.get("outcome") in ("rewritten", "single")]
        if out.read_bytes() == case.source.read_bytes():
            refusals = [l for l in loops if l.get("code") or l.get("reason")]
            version.update(status="left alone",
                           codes=[str(l.get("code") or "") for l in refusals],
                           why="; ".join(str(l.get("reason") or "") for l in refusals))
            if changed:
                version.update(status="kpipe failed", why="reports a rewrite, wrote the input")
            return version
        version["outcome"] = "single" if any(l["outcome"] == "single" for l in changed) else (
            "rewritten")
        stages = [l["stages"] for l in changed if isinstance(l.get("stages"), int)]
        version["stages"] = max(stages, default=version["stages"])
        after = [(l.get("budget") or {}).get("dynamic_after") or 0 for l in changed]
        version["dynamic_smem"] = max(after, default=0)
        return version

    @staticmethod
    def other_side(folder):
        """auto-2 where the conditions of wide copies do not hold: no launch has so many blocks."""
        out, flag = folder / "auto-2.cu", "const bool kp_wide = "
        text = out.read_text() if out.exists() else ""
        if flag not in text:
            return []
        (folder / "other-side.cu").write_text(text.replace(flag, flag + "gridDim.z == 65535 && "))
        return [{"label": "other-side", "variant": "other-side", "stages": 2, "status": "rewritten"}]

    def versions_of(self, case, folder):
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(case.source, folder / "original.cu")
        versions = [{"label": "original", "variant": "original", "stages": 1,
                     "status": "rewritten"}]
        if self.options.noise:
            for n in range(1, 5):
                shutil.copyfile(case.source, folder / f"a{n}.cu")
                versions.append({**versions[0], "label": f"a{n}"})
            return versions
        versions += [self.rewrite(case, folder, *v) for v in VARIANTS]
        versions += self.other_side(folder)
        for spec in self.options.extra:
            name, _, rest = spec.partition("=")
            path, _, label = rest.partition(":")
            if name != case.name:
                continue
            label = label or pathlib.Path(path).stem
            if not re.fullmatch(r"[\w.-]+", label):
                raise Broken(f"--extra: label '{label}'")
            shutil.copyfile(path, folder / f"{label}.cu")
            versions.append({"label": label, "variant": "by-hand", "stages": 2,
                             "status": "rewritten"})
        seen = {}
        for v in versions:
            if v["status"] != "rewritten":
                continue
            # The one line that says what was done may name the options: it does not count.
            lines = (folder / f"{v['label']}.cu").read_text(errors="replace").splitlines()
            text = "\n".join(l for l in lines if not re.match(r"\s*(//|/\*).*\bkpipe\b", l))
            if text in seen:
                v.update(status="same", same_as=seen[text])
            else:
                seen[text] = v["label"]
        return versions

    def bundle(self, case):
        folder = self.dir / "src" / case.name
        versions = self.versions_of(case, folder)
        chosen = [v for v in versions if v["status"] == "rewritten"]
        command = [self.kpipe, "bench", *(folder / f"{v['label']}.cu" for v in chosen),
                   "--case", case.path, "--arch", self.arch, "--runs", self.options.runs,
                   "--bundle", self.dir / case.name]
        for v in chosen:
            if v.get("dynamic_smem"):
                command += ["--smem", f"{v['label']}={v['dynamic_smem']}"]
        if self.options.nvcc:
            command += ["--nvcc", self.options.nvcc]
        command += ["--", "-I", case.source.parent]
        done = run(command)
        complaints = judge(case, versions)
        if done.returncode:
            complaints.append((True, f"{case.name}: {done.stderr.strip()[-2000:]}"))
        return {"name": case.name, "expect": case.expect, "versions": versions}, complaints

    def build(self):
        paths = case_files(pathlib.Path(self.options.kernels))
        only = self.options.only
        cases = [Case(p) for p in paths if not only or any(w in p.stem for w in only)]
        if not cases:
            raise Broken("no case file matches")
        self.dir.mkdir(parents=True, exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            built = list(pool.map(self.bundle, cases))
        info = {
            "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "command": shlex.join(["tools/gpu-check", *sys.argv[1:]]),
            "arch": self.arch,
            "noise": self.options.noise,
            "kpipe": run([self.kpipe, "--version"]).stdout.split("\n")[0],
            "kernels": [kernel for kernel, _ in built],
        }
        (self.dir / "build.json").write_text(json.dumps(info, indent=1) + "\n")
        (self.dir / "run-all").write_text(RUN_ALL)
        (self.dir / "run-all").chmod(0o755)
        complaints = [c for _, more in built for c in more]
        for _, text in complaints:
            print(f"gpu-check: {text}", file=sys.stderr)
        print(f"{self.dir}: {len(built)} kernels, {len(complaints)} complaints")
        return 1 if any(grave for grave, _ in complaints) else 0


def judge(case, versions):
    """What is not as the case file expects. A refusal too many is no reason to fail."""
    complaints = []
    for v in versions:
        where = f"{case.name}, {v['label']}"
        changed = v["status"] in ("rewritten", "same") and v["variant"] not in (
            "original", "by-hand")
        if v["status"] == "kpipe failed":
            complaints.append((True, f"{where}: kpipe failed: {v['why']}"))
        if case.expect == "refused" and changed:
            complaints.append((True, f"{where}: REWRITTEN, but must be refused"))
        if v["variant"] != "auto":
            continue
        if v["status"] == "left alone" and case.expect != "refused":
            complaints.append((False, f"{where}: left alone: {' '.join(v['codes'])}: {v['why']}"))
        elif v["status"] == "left alone" and not any(v["codes"]):
            complaints.append((False, f"{where}: left alone without a code"))
        elif changed and v.get("outcome") != case.expect and v["stages"] <= 2:
            complaints.append((False, f"{where}: {v.get('outcome')}, not {case.expect}"))
    return complaints


# ------------------------------------------------------------------------------------------------
# The table.


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def measured_row(name, v, r):
    bits = {True: "yes", False: "**NO**", None: "-"}[r["bits_equal"]]
    if v["label"] == "original":
        bits = "-"
    if r["status"] != "ok":
        bits = f"**{r['status']}**: {r['why']}"
    error = "" if r["max_error"] is None else f"{r['max_error']:.1e}"
    ms = f"{r['ms']['median']:.4g}" if r["ms"] else ""
    warm = f"{r['ms_l2_warm']['median']:.4g}" if r["ms_l2_warm"] else ""
    speedup = ""
    if r["speedup"]:
        s = r["speedup"]
        speedup = f"{s['median']:.3f}x [{s['low']:.3f}, {s['high']:.3f}]"
        speedup += "" if s["sign"] else " ~"
    figures = [r.get(k, "") for k in ("registers", "spill_bytes", "smem_bytes", "blocks_per_sm")]
    return [name, v["label"], v["stages"], bits, error, ms, speedup, warm, *figures]


def report_rows(kernel, results):
    name, alone = kernel["name"], {}
    for v in kernel["versions"]:
        if v["status"] == "left alone":  # after the measured ones, in one row per reason
            codes = " ".join(dict.fromkeys(filter(None, v.get("codes", []))))
            alone.setdefault(codes or v.get("why") or "no reason given", []).append(v["label"])
        elif v["status"] == "same":
            yield [name, v["label"], v["stages"], f"same text as {v['same_as']}"] + [""] * 8
        elif v["status"] != "rewritten":
            yield [name, v["label"], v["stages"], f"**{v['status']}**"] + [""] * 8
        elif v["label"] not in results:
            yield [name, v["label"], v["stages"], "not run"] + [""] * 8
        else:
            yield measured_row(name, v, results[v["label"]])
    for why, labels in alone.items():
        yield [name, ", ".join(labels), "", f"left alone: {why}"] + [""] * 8


def read_results(options, kernel):
    path = pathlib.Path(options.dir) / "results" / f"{kernel['name']}.json"
    if not path.exists():
        return None
    done = run([options.kpipe, "bench", "--results", path, "--json"])
    if done.returncode not in (0, 1):
        raise Broken(done.stderr.strip())
    return json.loads(done.stdout)


def report_noise(runs):
    """How often a version is told from itself: 1 in 20 is what a 95% interval means."""
    ratios = [v[key] for _, r in runs if r for v in r["versions"] for key in
              ("speedup", "speedup_l2_warm") if v[key]]
    if not ratios:
        raise Broken("nothing was timed")
    seen = sum(s["sign"] != 0 for s in ratios)
    worst = max(abs(s["median"] - 1) for s in ratios)
    machines = {r["machine"]["device"] + ", " + r["date"] for _, r in runs if r}
    print(f"{len(ratios)} comparisons of a kernel with itself ({sorted(machines)[0]}): {seen} have a "
          f"95% interval that does not include 1; the largest deviation is {100 * worst:.2f}%.")
    return 0


def report(options):
    try:
        info = json.loads((pathlib.Path(options.dir) / "build.json").read_text())
    except (OSError, ValueError) as e:
        raise Broken(str(e)) from e
    runs = [(kernel, read_results(options, kernel)) for kernel in info["kernels"]]
    if info.get("noise"):
        return report_noise(runs)
    machines = {json.dumps(r["machine"]): r for _, r in runs if r}
    out = [
        "Times are medians in ms at the large size of each case file, with the L2 cache flushed "
        "before each launch and (last column of times) not; the versions of a kernel interleaved. "
        "`speedup` is the median of the rounds' ratios with its 95% interval; `~`: it includes 1. "
        "`bits equal` compares the outputs with the original kernel's at the small and at the "
        "large size; `max err` is the largest absolute error against the CPU reference at the "
        "small size. docs/user/bench.md says how.",
        "",
    ]
    for r in machines.values():
        m = r["machine"]
        out.append(f"- Machine: {m['device']}, compute capability {m['compute_capability']}, "
                   f"{m['sms']} SMs, driver CUDA {m['driver'] // 1000}.{m['driver'] % 1000 // 10}; "
                   f"run {r['date']}")
    out += [
        f"- Compiled for {info['arch']}; {info['kpipe']}",
        "",
        "| kernel | variant | stages | bits equal | max err | ms | speedup | ms, L2 warm | regs "
        "| spills | smem | blocks/SM |",
        "|---|---|--:|---|--:|--:|---|--:|--:|--:|--:|--:|",
    ]
    for kernel, r in runs:
        by_label = {v["label"]: v for v in r["versions"]} if r else {}
        for row in report_rows(kernel, by_label):
            out.append("| " + " | ".join(map(cell, row)) + " |")
    print("\n".join(out))
    return 0


def main():
    parser = argparse.ArgumentParser(prog="gpu-check")
    halves = parser.add_subparsers(dest="half", required=True)
    b = halves.add_parser("build", help="rewrite, compile and collect everything in DIR")
    b.add_argument("dir")
    b.add_argument("--kpipe", default=ROOT / "build" / "kpipe")
    b.add_argument("--kernels", default=ROOT / "kernels", help="folder with the case files")
    b.add_argument("--arch", default="sm_90")
    b.add_argument("--nvcc", help="the compiler")
    b.add_argument("--runs", type=int, default=41, help="timed rounds")
    b.add_argument("--jobs", type=int, default=2)
    b.add_argument("--only", action="append", default=[], metavar="WORD")
    b.add_argument(
        "--extra", action="append", default=[], metavar="KERNEL=FILE[:LABEL]",
        help="one more version of a kernel, pipelined by hand, to measure against",
    )
    b.add_argument("--noise", action="store_true",
                   help="each original five times instead: what does the method see in nothing?")
    r = halves.add_parser("report", help="the Markdown table on stdout")
    r.add_argument("dir")
    r.add_argument("--kpipe", default=ROOT / "build" / "kpipe")
    options = parser.parse_args()
    try:
        return Builder(options).build() if options.half == "build" else report(options)
    except Broken as e:
        print(f"gpu-check: {e}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
