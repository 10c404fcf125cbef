#!/usr/bin/env python3
"""Tests of tools/gpu-check that need neither a GPU nor nvcc: case files, runner, report."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
import gpu_check  # noqa: E402

CC = [os.environ.get("CC", "cc"), "-std=c17", "-O1", "-Wall", "-Wextra", "-Werror"]
CASES = sorted((ROOT / "kernels").glob("*.ini"))


def call(*command, **env):
    return subprocess.run(
        [str(c) for c in command],
        env={**os.environ, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
    )


class Expressions(unittest.TestCase):
    def test_values(self):
        sizes = {"M": 130, "K": 7}
        for text, want in {
            "2 * M + K": 267,
            "M / 16": 8,
            "M % 16": 2,
            "ceildiv(M, 16)": 9,
            "ceildiv(M + K - 7, 10) * (K - 1)": 78,
            "-1": -1,
            "0.125": 0.125,
        }.items():
            self.assertEqual(gpu_check.evaluate(text, sizes), want, text)

    def test_refused(self):
        code = "__import__('os')"
        for text in ("N", "M +", code, "M ** 2", "M / 0", "'a'", "ceildiv(M)", "-1 / 2"):
            with self.assertRaises(gpu_check.Broken, msg=text):
                gpu_check.evaluate(text, {"M": 1})

    def test_split(self):
        self.assertEqual(gpu_check.split_top("ceildiv(N, 16), M"), ["ceildiv(N, 16)", "M"])
        self.assertEqual(gpu_check.split_top(""), [])


class CaseFiles(unittest.TestCase):
    def test_there_are_some(self):
        self.assertGreaterEqual(len(CASES), 20)

    def test_complete(self):
        for path in CASES:
            with self.subTest(path.name):
                case = gpu_check.Case(path)
                self.assertTrue(list(case.plan_lines()))
                source = case.source.read_text()
                m = re.search(rf"\b{case.name}\(([^()]*)\)\n?\{{", source)
                names = [re.split(r"[\s*]+", p.strip())[-1] for p in m[1].split(",")]
                self.assertEqual(names, [name for name, _ in case.args])
                for which, sizes in case.sizes.items():
                    for text in case.grid + case.block:
                        self.assertGreater(gpu_check.evaluate(text, sizes), 0, which)
                self.assertTrue(any(a.get("role") in ("out", "inout") for _, a in case.args))

    def test_references_compile(self):
        with tempfile.TemporaryDirectory() as d:
            for path in CASES:
                case = gpu_check.Case(path)
                shim = pathlib.Path(d) / "shim.c"
                shim.write_text(case.reference_shim())
                done = call(*CC, "-I", path.parent, "-c", shim, "-o", shim.with_suffix(".o"))
                self.assertEqual(done.returncode, 0, f"{path.name}: {done.stderr}")


PLAN = """case axpy
compare 1e-5 1e-5 1
set small 4 1 1 32 1 1 300 1200
array x f32 100 in uniform -1 1 0
array y f32 100 inout uniform -2 2 0
array z f32 100 out poison 0 0 0
scalar a f32 0.5
scalar n i32 100
set large 40 1 1 32 1 1 3000 12000
array x f32 1000 in uniform -1 1 0
array y f32 1000 inout uniform -2 2 0
array z f32 1000 out poison 0 0 0
scalar a f32 0.5
scalar n i32 1000
reference reference 5 @0 @1 @2 @3 =100
"""


class Runner(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tmp = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.tmp.name)
        for source, out, flags in (
            ("runner.c", "runner", ["-ldl", "-lm"]),
            ("fake_driver.c", "fake.so", ["-shared", "-fPIC", "-ldl"]),
            ("fake_kernels.c", "kernels.so", ["-shared", "-fPIC", "-ffp-contract=off", "-lm"]),
        ):
            done = call(*CC, HERE / source, *flags, "-o", cls.dir / out)
            assert done.returncode == 0, done.stderr
        (cls.dir / "references.so").symlink_to("kernels.so")

    @classmethod
    def tearDownClass(cls):
        cls.tmp.cleanup()

    def run_plan(self, *versions, plan=PLAN, driver=None):
        lines = [plan]
        for i, name in enumerate(versions):
            label = "original" if i == 0 else name
            lines.append(f"image {label} v {1 + (i > 0)} kernels.so {name} 0 0 0 0\n")
        (self.dir / "plan.txt").write_text("".join(lines))
        (self.dir / "results.json").unlink(missing_ok=True)
        done = call(
            ROOT / "tools" / "gpu-check", "run", self.dir, "--runs", "15",
            GPU_CHECK_LIBCUDA=str(driver or self.dir / "fake.so"),
        )
        results = {}
        if (self.dir / "results.json").exists():
            self.results = json.loads((self.dir / "results.json").read_text())
            results = {r["label"]: r for r in self.results["results"]}
        return done, results

    def test_no_gpu_is_loud(self):
        done, results = self.run_plan("right", driver="/nonexistent")
        self.assertEqual(done.returncode, 77)
        self.assertIn("SKIPPED", done.stderr)
        self.assertEqual(results, {})

    def test_all_good(self):
        done, results = self.run_plan("right", "right")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        r = results["right"]
        self.assertEqual((r["status"], r["differing_bytes_small"], r["runs"]), ("ok", 0, 15))
        self.assertLessEqual(r["error_over_tolerance"], 1)
        self.assertLessEqual(r["ms_min"], r["ms"])
        self.assertGreater(r["speedup"], 0)

    def test_wrong_results_are_found(self):
        wrong = ("one_element_left_out", "last_bit", "now_and_then", "past_the_end")
        done, results = self.run_plan("right", *wrong)
        self.assertEqual(done.returncode, 1)
        for name in wrong:
            self.assertEqual(results[name]["status"], "mismatch", name)
        self.assertEqual(results["last_bit"]["differing_bytes_small"], 1)
        self.assertLessEqual(results["last_bit"]["error_over_tolerance"], 1)
        self.assertIn("past the end", results["past_the_end"]["why"])
        # NaN is beyond any tolerance; JSON has no infinity.
        self.assertIsNone(results["one_element_left_out"]["error_over_tolerance"])
        self.assertEqual(results["original"]["status"], "ok")

    def test_a_wrong_original_is_found(self):
        done, results = self.run_plan("one_element_left_out", "one_element_left_out")
        self.assertEqual(done.returncode, 1)
        self.assertIn("tolerance", results["original"]["why"])

    def test_crashes_do_not_spread(self):
        done, results = self.run_plan("right", "faults", "dies", "last_bit", "no_such_kernel")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ILLEGAL_ADDRESS", results["faults"]["why"])
        self.assertEqual(results["dies"]["status"], "error")
        self.assertEqual(results["no_such_kernel"]["status"], "error")
        self.assertEqual(results["last_bit"]["status"], "mismatch")
        self.assertEqual(results["original"]["status"], "ok")

    def test_undefined_results_are_not_compared(self):
        plan = PLAN.replace("compare 1e-5 1e-5 1", "compare 1e-5 1e-5 0")
        done, results = self.run_plan("now_and_then", plan=plan)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("max_abs_error", results["original"])

    def test_broken_plan(self):
        done, _ = self.run_plan(plan="case a\nset medium 1\n")
        self.assertEqual(done.returncode, 2)
        self.assertIn("medium", done.stderr)

    def test_report(self):
        self.run_plan("right", "last_bit")
        built = {"status": "built", "registers": 40, "spill_stores": 0, "spill_loads": 0,
                 "static_smem": 0, "stages": 2}
        versions = [
            {**built, "label": "original", "stages": 1},
            {**built, "label": "last_bit"},
            {"label": "auto-2", "stages": 2, "status": "same", "same_as": "last_bit"},
            {"label": "ldg", "stages": 2, "status": "left alone", "codes": ["some-code"]},
            {"label": "single", "stages": 1, "status": "left alone", "codes": ["some-code"]},
        ]
        info = {"arch": "sm_90", "nvcc": "nvcc", "kpipe": "",
                "kernels": [{"name": "axpy", "versions": versions}]}
        (self.dir / "build.json").write_text(json.dumps(info))
        done = call(ROOT / "tools" / "gpu-check", "report", self.dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("fake GPU 0", done.stdout)
        rows = [l for l in done.stdout.splitlines() if l.startswith("| axpy")]
        self.assertEqual(len(rows), 4)
        self.assertIn("mismatch", rows[1])
        self.assertIn("same text as last_bit", rows[2])
        self.assertIn("ldg, single", rows[3])
        self.assertTrue(all(r.count("|") == 12 for r in rows))
        self.assertNotIn(str(self.dir), done.stdout)


if __name__ == "__main__":
    unittest.main()
