#!/usr/bin/env python3
"""The build and report halves of tools/gpu-check. Python standard library only."""

import argparse
import ast
import concurrent.futures
import configparser
import datetime
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPES = {"f32": "float", "f16": "_Float16", "i8": "int8_t", "i32": "int32_t"}
FILLS = {"uniform": 2, "integers": 2, "ramp": 2, "prefix": 2, "distinct": 3, "zero": 0, "poison": 0}
# Explicit variants first: `auto` is then reported as the one that it chose.
VARIANTS = [("cp-async", 2), ("cp-async", 3), ("ldg", 2), ("single", 2), ("auto", 2), ("auto", 3)]
WARNINGS = ["-Xcompiler", "-Wall"]


class Broken(Exception):
    """Wrong input: a message for the user, no traceback."""


# ------------------------------------------------------------------------------------------------
# Case files; kernels/README.md describes the format.


def split_top(text):
    """Splits at the commas outside parentheses."""
    parts, depth, part = [], 0, ""
    for ch in text:
        if ch == "," and depth == 0:
            parts.append(part.strip())
            part = ""
            continue
        depth += (ch == "(") - (ch == ")")
        part += ch
    return [*parts, part.strip()] if part.strip() or parts else []


def evaluate(text, sizes):
    """An expression of numbers, names of sizes, + - * / %, parentheses and ceildiv(a, b)."""

    def walk(node):
        if isinstance(node, ast.Expression):
            return walk(node.body)
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            return node.value
        if isinstance(node, ast.Name):
            if node.id not in sizes:
                raise Broken(f"'{text}': no size is called {node.id}")
            return sizes[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            value = walk(node.operand)
            return -value if isinstance(node.op, ast.USub) else value
        if isinstance(node, ast.BinOp):
            a, b = walk(node.left), walk(node.right)
            if isinstance(node.op, ast.Add):
                return a + b
            if isinstance(node.op, ast.Sub):
                return a - b
            if isinstance(node.op, ast.Mult):
                return a * b
            if isinstance(node.op, (ast.Div, ast.Mod)):
                if not (isinstance(a, int) and isinstance(b, int) and a >= 0 and b > 0):
                    raise Broken(f"'{text}': / and % are for integers that are not negative")
                return a // b if isinstance(node.op, ast.Div) else a % b
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ceildiv":
            if len(node.args) == 2 and not node.keywords:
                a, b = walk(node.args[0]), walk(node.args[1])
                return -(-a // b)
        raise Broken(f"'{text}' is not an expression")

    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as e:
        raise Broken(f"'{text}' is not an expression") from e
    return walk(tree)


class Case:
    def __init__(self, path):
        self.path = path
        ini = configparser.ConfigParser(
            interpolation=None, delimiters=("=",), inline_comment_prefixes=(";",), strict=True
        )
        ini.optionxform = str
        try:
            ini.read_string(path.read_text(), source=str(path))
            self.read(ini)
        except (configparser.Error, KeyError, Broken) as e:
            raise Broken(f"{path}: {e}") from e

    def read(self, ini):
        kernel = ini["kernel"]
        self.name = kernel["name"]
        self.source = self.path.parent / kernel["source"]
        self.template = split_top(kernel.get("template", ""))
        self.expect = kernel.get("expect", "rewritten")
        if self.expect not in ("rewritten", "single", "refused"):
            raise Broken(f"expect = {self.expect}")
        if not re.fullmatch(r"[A-Za-z_]\w*", self.name):
            raise Broken(f"name = {self.name}")
        self.args = []
        self.sizes = {"small": {}, "large": {}}
        for section in ini.sections():
            kind, _, name = section.partition(" ")
            if kind == "size":
                for which, sizes in self.sizes.items():
                    text = ini[section].get("value") or ini[section][which]
                    sizes[name] = evaluate(text, sizes)
            elif kind == "arg":
                self.args.append((name, dict(ini[section])))
        launch = ini["launch"]
        self.grid, self.block = split_top(launch["grid"]), split_top(launch["block"])
        self.smem = launch.get("smem", "0")
        reference = ini["reference"]
        self.reference_file = self.path.parent / reference["file"]
        self.reference = reference["function"]
        self.reference_args = split_top(reference["arguments"])
        self.abs = float(ini["compare"]["abs"])
        self.rel = float(ini["compare"]["rel"])
        self.deterministic = ini["compare"].getboolean("deterministic", True)
        self.flops, self.bytes = ini["work"]["flops"], ini["work"]["bytes"]

    def smem_bytes(self, which):
        return evaluate(self.smem, self.sizes[which])

    def arg_line(self, name, arg, sizes):
        kind = arg["type"]
        if kind not in TYPES:
            raise Broken(f"{self.path}: argument {name}: type = {kind}")
        if "value" in arg:
            return f"scalar {name} {kind} {evaluate(arg['value'], sizes)!r}"
        fill, _, rest = arg["fill"].partition("(")
        numbers = [evaluate(p, sizes) for p in split_top(rest.rstrip(") "))]
        if FILLS.get(fill) != len(numbers):
            raise Broken(f"{self.path}: argument {name}: fill = {arg['fill']}")
        numbers += [0] * (3 - len(numbers))
        count = evaluate(arg["count"], sizes)
        role = arg.get("role", "in")
        return f"array {name} {kind} {count} {role} {fill} " + " ".join(map(repr, numbers))

    def plan_lines(self):
        """The case as the runner wants it: no names to look up, no expressions."""
        names = [name for name, _ in self.args]
        yield f"case {self.name}"
        yield f"compare {self.abs!r} {self.rel!r} {int(self.deterministic)}"
        for which, sizes in self.sizes.items():
            triple = [[evaluate(e, sizes) for e in x] for x in (self.grid, self.block)]
            numbers = [n for x in triple for n in (x + [1, 1])[:3]]
            work = [evaluate(self.flops, sizes), evaluate(self.bytes, sizes)]
            yield f"set {which} " + " ".join(map(str, numbers + work))
            for name, arg in self.args:
                yield self.arg_line(name, arg, sizes)
        # The reference runs at the small size only, so plain numbers will do.
        words = []
        for a in self.reference_args:
            if a in names:
                words.append(f"@{names.index(a)}")
            else:
                words.append(f"={evaluate(a, self.sizes['small'])}")
        yield f"reference gpu_check_{self.name} {len(words)} " + " ".join(words)

    def reference_shim(self):
        """A function with the signature that the runner calls, around the reference's own."""
        arg_types = {name: (arg["type"], "value" in arg) for name, arg in self.args}
        params, passed = [], []
        for i, a in enumerate(self.reference_args):
            kind, scalar = arg_types.get(a, ("i32", True))
            params.append(TYPES[kind] if scalar else f"{TYPES[kind]} *")
            passed.append(f"*(const {TYPES[kind]} *)args[{i}]" if scalar else f"args[{i}]")
        # Declared without parameter qualifiers it would clash with the definition, so the
        # definition is included and its signature checked by the call.
        return (
            f'#include "{self.reference_file.name}"\n'
            "#include <stdint.h>\n\n"
            f"void gpu_check_{self.name}(void *const *args);\n"
            f"void gpu_check_{self.name}(void *const *args)\n{{\n"
            f"    {self.reference}({', '.join(passed)});\n}}\n"
        )

    def symbol_pattern(self):
        """What the kernel's name in the object file looks like."""
        pattern = rf"_Z{len(self.name)}{self.name}"
        if self.template:
            codes = {"float": "f", "half": "6__half", "signed char": "a", "int": "i"}
            encoded = "".join(codes.get(t) or f"Li{int(t)}E" for t in self.template)
            pattern += f"I{encoded}E"
        return re.compile(rf"({pattern}.*|{self.name})")


# ------------------------------------------------------------------------------------------------
# Running tools.


def run(command, **options):
    # nvcc takes options from these, which would make the result depend on the caller's shell.
    env = {k: v for k, v in os.environ.items() if not k.startswith("NVCC_")}
    env["LC_ALL"] = "C"
    return subprocess.run(
        ["nice", "-n", "10", *map(str, command)],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        timeout=600,
        **options,
    )


def kernel_symbols(cubin):
    """The kernels of a cubin: its sections .text.NAME."""
    data = cubin.read_bytes()
    if data[:5] != b"\x7fELF\x02":
        raise Broken(f"{cubin}: not a 64-bit ELF file")
    (table,) = struct.unpack_from("<Q", data, 40)
    entry_size, count, names_index = struct.unpack_from("<HHH", data, 58)

    def header(i):
        return struct.unpack_from("<IIQQQQIIQQ", data, table + i * entry_size)

    names_at = header(names_index)[4]
    symbols = []
    for i in range(count):
        start = names_at + header(i)[0]
        name = data[start : data.index(b"\0", start)].decode()
        if name.startswith(".text."):
            symbols.append(name[len(".text.") :])
    return symbols


def resources(text, symbol):
    """Registers, spills and static shared memory of one kernel from ptxas -v."""
    found = {"registers": None, "spill_stores": 0, "spill_loads": 0, "static_smem": 0}
    current = None
    for line in text.splitlines():
        m = re.search(r"(?:entry function '|Function properties for )([\w$.]+)", line)
        if m:
            current = m[1]
        if current != symbol:
            continue
        if m := re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line):
            found["spill_stores"], found["spill_loads"] = int(m[1]), int(m[2])
        if m := re.search(r"Used (\d+) registers", line):
            found["registers"] = int(m[1])
            if m := re.search(r"(\d+) bytes smem", line):
                found["static_smem"] = int(m[1])
    return found


class Builder:
    def __init__(self, options):
        self.options = options
        self.dir = pathlib.Path(options.dir).resolve()
        self.arch = options.arch
        self.kpipe = pathlib.Path(options.kpipe)
        self.nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
        if not self.nvcc:
            raise Broken("nvcc is not on PATH")
        self.nvcc_version = run([self.nvcc, "--version"]).stdout.strip()
        self.cubins = self.dir / "cubin"
        self.sources = self.dir / "src"
        for d in (self.cubins, self.sources):
            d.mkdir(parents=True, exist_ok=True)

    def compile(self, version, source, case):
        """source -> cubin; a cubin of the same text, flags and compiler is kept."""
        flags = [f"-arch={self.arch}", "-std=c++17", "-lineinfo", "--resource-usage", *WARNINGS]
        key = hashlib.sha256()
        for part in (source.read_text(), self.nvcc_version, *flags):
            key.update(part.encode() + b"\0")
        stem = f"{case.name}-{version['label']}"
        cubin, log = self.cubins / f"{stem}.cubin", self.cubins / f"{stem}.log"
        first = f"key {key.hexdigest()}\n"
        if not (cubin.exists() and log.exists() and log.read_text().startswith(first)):
            cubin.unlink(missing_ok=True)
            log.unlink(missing_ok=True)
            done = run(
                [self.nvcc, *flags, "-I", case.source.parent, "-cubin", "-o", cubin, source]
            )
            if done.returncode:
                version["status"] = "nvcc failed"
                version["why"] = (done.stderr or done.stdout).strip()[-2000:]
                return
            log.write_text(first + done.stdout + done.stderr)
        text = log.read_text()
        symbols = [s for s in kernel_symbols(cubin) if case.symbol_pattern().fullmatch(s)]
        if len(symbols) != 1:
            version["status"] = "nvcc failed"
            version["why"] = f"{len(symbols)} kernels match {case.name}: {' '.join(symbols)}"
            return
        version["warnings"] = [l for l in text.splitlines() if re.search(r"\bwarning\b", l)]
        version.update(resources(text, symbols[0]))
        version["symbol"] = symbols[0]
        version["file"] = f"cubin/{cubin.name}"
        version["status"] = "built"

    def rewrite(self, case, variant, stages):
        label = variant if variant in ("ldg", "single") else f"{variant}-{stages}"
        buffers = 1 if variant == "single" else stages
        version = {"label": label, "variant": variant, "stages": buffers}
        out = self.sources / f"{case.name}-{label}.cu"
        out.unlink(missing_ok=True)
        command = [self.kpipe, "rewrite", case.source, "-o", out, "--variant", variant]
        command += ["--stages", stages, "--arch", self.arch, "--json"]
        try:
            done = run(command)
        except subprocess.TimeoutExpired:
            version.update(status="kpipe failed", why="time limit")
            return version
        if done.returncode or not out.exists():
            why = f"exit status {done.returncode}: {done.stderr.strip()[-1000:]}"
            version.update(status="kpipe failed", why=why)
            return version
        try:
            report = json.loads(done.stdout)
            loops = [l for l in report["loops"] if isinstance(l, dict)]
        except (ValueError, KeyError, TypeError) as e:
            version.update(status="kpipe failed", why=f"its JSON: {e!r}")
            return version
        version["loops"] = loops
        changed = [l for l in loops if l.get("outcome") in ("rewritten", "single")]
        if out.read_bytes() == case.source.read_bytes():
            version["status"] = "left alone"
            if changed:
                version.update(status="kpipe failed", why="reports a rewrite, wrote the input")
            refusals = [l for l in loops if l.get("code") or l.get("reason")]
            version["codes"] = [str(l.get("code") or "") for l in refusals]
            version["why"] = "; ".join(str(l.get("reason") or "") for l in refusals)
            return version
        version["status"] = "rewritten"
        single = any(l["outcome"] == "single" for l in changed)
        version["outcome"] = "single" if single else "rewritten"
        actual = [l["stages"] for l in changed if isinstance(l.get("stages"), int)]
        if actual:
            version["stages"] = max(actual)
        budgets = [l.get("budget") or {} for l in changed]
        after = [b.get("dynamic_after") for b in budgets if isinstance(b.get("dynamic_after"), int)]
        version["dynamic_after"] = max(after, default=-1)
        return version

    def dynamic_smem(self, case, version, which):
        """Without a word from kpipe: all dynamic memory is tiles, and each stage has its own."""
        base = case.smem_bytes(which)
        if base == 0 or version["label"] == "original":
            return base
        if version.get("dynamic_after", -1) > 0:
            return version["dynamic_after"]
        return base * max(1, version["stages"])

    def versions_of(self, case, pool):
        original = {"label": "original", "variant": "original", "stages": 1, "status": "rewritten"}
        shutil.copyfile(case.source, self.sources / f"{case.name}-original.cu")
        versions = [original]
        if self.kpipe.exists():
            versions += pool.map(lambda v: self.rewrite(case, *v), VARIANTS)
        for spec in self.options.extra:
            name, _, rest = spec.partition("=")
            path, _, label = rest.partition(":")
            if name == case.name:
                label = label or pathlib.Path(path).stem
                if not re.fullmatch(r"[\w.-]+", label):
                    raise Broken(f"--extra: label '{label}'")
                shutil.copyfile(path, self.sources / f"{case.name}-{label}.cu")
                versions.append(
                    {"label": label, "variant": "by-hand", "stages": 2, "status": "rewritten"}
                )
        seen = {}
        for v in versions:
            if v["status"] != "rewritten":
                continue
            source = self.sources / f"{case.name}-{v['label']}.cu"
            # The one line that says what was done may name the options: it does not count.
            lines = source.read_text(errors="replace").splitlines()
            text = "\n".join(l for l in lines if not re.match(r"\s*(//|/\*).*\bkpipe\b", l))
            if text in seen:
                v.update(status="same", same_as=seen[text])
            else:
                seen[text] = v["label"]
        todo = [v for v in versions if v["status"] == "rewritten"]
        jobs = [
            pool.submit(self.compile, v, self.sources / f"{case.name}-{v['label']}.cu", case)
            for v in todo
        ]
        return versions, jobs

    def build_references(self, cases):
        objects = []
        work = self.dir / "references"
        work.mkdir(exist_ok=True)
        cc = os.environ.get("CC", "cc")
        flags = ["-std=c17", "-O2", "-Wall", "-Wextra", "-fPIC", "-ffp-contract=off"]
        for case in cases:
            shim, obj = work / f"{case.name}.c", work / f"{case.name}.o"
            shim.write_text(case.reference_shim())
            done = run([cc, *flags, "-I", case.reference_file.parent, "-c", shim, "-o", obj])
            if done.returncode:
                raise Broken(f"{case.reference_file}:\n{done.stderr}")
            objects.append(obj)
        out = self.dir / "references.so"
        # -static-libgcc: half arithmetic lives there, and the other machine's may be older.
        # -Bsymbolic: the references keep to themselves when loaded.
        done = run([cc, "-shared", "-static-libgcc", "-Wl,-Bsymbolic", *objects, "-lm", "-o", out])
        if done.returncode:
            raise Broken(f"references.so:\n{done.stderr}")

    def build_runner(self):
        source = ROOT / "tests" / "gpu" / "runner.c"
        command = [os.environ.get("CC", "cc"), "-std=c17", "-O2", "-Wall", "-Wextra"]
        done = run([*command, source, "-ldl", "-lm", "-o", self.dir / "runner"])
        if done.returncode:
            raise Broken(f"{source}:\n{done.stderr}")

    def build(self):
        paths = sorted(pathlib.Path(self.options.kernels).glob("*.ini"))
        only = self.options.only
        cases = [Case(p) for p in paths if not only or any(w in p.stem for w in only)]
        if not cases:
            raise Broken("no case file matches")
        if not self.kpipe.exists():
            print(f"*** {self.kpipe} does not exist: ORIGINAL KERNELS ONLY ***", file=sys.stderr)
        self.build_references(cases)
        self.build_runner()
        complaints = []
        built = []
        # Two at a time for nvcc; rewriting has its own pool, since it waits for its own jobs.
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            pending = [(case, *self.versions_of(case, pool)) for case in cases]
            for case, versions, jobs in pending:
                for job in jobs:
                    job.result()
                built.append((case, versions))
                complaints += self.judge(case, versions)
        self.write(built)
        for c in complaints:
            print(f"gpu-check: {c[1]}", file=sys.stderr)
        print(f"{self.dir}: {sum(v['status'] == 'built' for _, x in built for v in x)} versions "
              f"of {len(built)} kernels, {len(complaints)} complaints")
        return 1 if any(grave for grave, _ in complaints) else 0

    def judge(self, case, versions):
        """What is not as the case file expects. A refusal too many is no reason to fail."""
        complaints = []
        for v in versions:
            where = f"{case.name}, {v['label']}"
            if v["status"] in ("kpipe failed", "nvcc failed"):
                complaints.append((True, f"{where}: {v['status']}: {v['why']}"))
            for w in v.get("warnings", []):
                complaints.append((False, f"{where}: {w}"))
            changed = v["status"] in ("built", "same") and v["label"] != "original"
            if case.expect == "refused" and changed:
                complaints.append((True, f"{where}: REWRITTEN, but must be refused"))
            if v["variant"] == "auto" and case.expect != "refused":
                if v["status"] == "left alone":
                    codes = " ".join(v["codes"])
                    complaints.append((False, f"{where}: left alone: {codes}: {v['why']}"))
                elif changed and v["outcome"] != case.expect and v["stages"] <= 2:
                    complaints.append((False, f"{where}: {v['outcome']}, not {case.expect}"))
            elif v["variant"] == "auto" and v["status"] == "left alone" and not v["codes"]:
                complaints.append((False, f"{where}: left alone without a code"))
        return complaints

    def write(self, built):
        lines = ["# made by gpu-check build; read by runner"]
        for case, versions in built:
            lines += case.plan_lines()
            for v in versions:
                if v["status"] != "built":
                    continue
                words = [v["label"], v["variant"], v["stages"], v["file"], v["symbol"]]
                words += [self.dynamic_smem(case, v, which) for which in case.sizes]
                words += [v["spill_stores"], v["spill_loads"]]
                lines.append("image " + " ".join(map(str, words)))
        (self.dir / "plan.txt").write_text("\n".join(lines) + "\n")
        version = ""
        if self.kpipe.exists():
            version = run([self.kpipe, "--version"]).stdout.strip().splitlines()
            version = version[0] if version else ""
        info = {
            "version": 1,
            "command": shlex.join(["tools/gpu-check", *sys.argv[1:]]),
            "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "arch": self.arch,
            "kpipe": version,
            "nvcc": next((l for l in self.nvcc_version.splitlines() if "release" in l), ""),
            "kernels": [
                {"name": c.name, "expect": c.expect, "sizes": c.sizes, "versions": v}
                for c, v in built
            ],
        }
        (self.dir / "build.json").write_text(json.dumps(info, indent=1) + "\n")


# ------------------------------------------------------------------------------------------------
# The table.


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def report_rows(kernel, results):
    original = results.get((kernel["name"], "original"), {})
    for v in kernel["versions"]:
        name, label = kernel["name"], v["label"]
        if v["status"] == "left alone":
            continue  # after the measured ones, in one row per reason
        if v["status"] == "same":
            yield [name, label, v["stages"], f"same text as {v['same_as']}"] + [""] * 7
            continue
        if v["status"] != "built":
            yield [name, label, v["stages"], f"**{v['status']}**"] + [""] * 7
            continue
        r = results.get((name, label))
        spills = v["spill_stores"] + v["spill_loads"]
        if r is None:
            yield [name, label, v["stages"], "not run", "", "", "", v["registers"], spills,
                   v["static_smem"], ""]
            continue
        if label == "original" or not r["deterministic"]:
            bits = "-"
        elif "differing_bytes_small" not in r or "differing_bytes_large" not in r:
            bits = "?"
        else:
            differ = r["differing_bytes_small"] + r["differing_bytes_large"]
            bits = "**NO**" if differ else "yes"
        if r["status"] != "ok":
            bits = f"**{r['status']}**: {r['why']}"
        error = ""
        if "error_over_tolerance" in r:
            error = "inf" if r["max_abs_error"] is None else f"{r['max_abs_error']:.1e}"
        ms = f"{r['ms']:.4g}" if r.get("ms") else ""
        speedup = ""
        if r.get("ms") and original.get("ms") and label != "original":
            speedup = f"{original['ms'] / r['ms']:.2f}x"
        yield [name, label, v["stages"], bits, error, ms, speedup, r["registers"], spills,
               r["static_smem"] + r["dynamic_smem"], r["blocks_per_sm"]]
    alone = {}
    for v in kernel["versions"]:
        if v["status"] == "left alone":
            codes = dict.fromkeys(filter(None, v.get("codes", [])))
            alone.setdefault(" ".join(codes) or v.get("why") or "no reason given", []).append(v)
    for why, versions in alone.items():
        labels = ", ".join(v["label"] for v in versions)
        yield [kernel["name"], labels, "", f"left alone: {why}"] + [""] * 7


def report(options):
    directory = pathlib.Path(options.dir)
    try:
        info = json.loads((directory / "build.json").read_text())
        files = options.results or [directory / "results.json"]
        runs = [json.loads(pathlib.Path(f).read_text()) for f in files]
    except (OSError, ValueError) as e:
        raise Broken(str(e)) from e
    # A later file replaces an earlier one's rows, so that one kernel can be run again.
    results = {(r["kernel"], r["label"]): r for one in runs for r in one["results"]}
    last = runs[-1]
    out = [
        "Times are medians at the large size of each case file, L2 flushed before every run, the "
        "versions of a kernel interleaved. `bits equal` compares the output with the original "
        "kernel's at the small and at the large size; `max err` is the largest absolute error "
        "against the CPU reference at the small size.",
        "",
        f"- Machine: {last['device']}, compute capability {last['compute_capability']}, "
        f"{last['sms']} SMs, driver CUDA {last['driver'] // 1000}.{last['driver'] % 1000 // 10}",
        f"- Compiled for {info['arch']} with {info['nvcc']}"
        + (f"; {info['kpipe']}" if info["kpipe"] else ""),
    ]
    for one in runs:
        # Only the options matter to the reader, not where the folder was.
        words = [w for w in one["command"].split()[2:]]
        shown = " ".join(["tools/gpu-check run DIR", *words[2 if words[:1] == ["--json"] else 0 :]])
        out.append(f"- Run {one['date']}: `{shown}`")
    out += [
        "",
        "| kernel | variant | stages | bits equal | max err | ms | speedup | regs | spills "
        "| smem | blocks/SM |",
        "|---|---|--:|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for kernel in info["kernels"]:
        for row in report_rows(kernel, results):
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
    b.add_argument("--jobs", type=int, default=2)
    b.add_argument("--only", action="append", default=[], metavar="WORD")
    b.add_argument(
        "--extra", action="append", default=[], metavar="KERNEL=FILE[:LABEL]",
        help="one more version of a kernel, pipelined by hand, to measure against",
    )
    r = halves.add_parser("report", help="the Markdown table on stdout")
    r.add_argument("dir")
    r.add_argument("--results", action="append", default=[], metavar="FILE")
    options = parser.parse_args()
    try:
        return Builder(options).build() if options.half == "build" else report(options)
    except Broken as e:
        print(f"gpu-check: {e}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
