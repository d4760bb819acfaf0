"""Run by `python3 -m unittest discover -s tests` in python/, and by Maven with -Dthorough."""

import unittest

import numpy as np

import linkteller

try:
    import torch
except ImportError:
    torch = None


def graph(n=60, m=100, seed=3):
    rng = np.random.default_rng(seed)
    pairs = set()
    while len(pairs) < m:
        u, v = sorted(rng.integers(0, n, 2).tolist())
        if u != v:
            pairs.add((u, v))
    half = np.array(sorted(pairs)).T
    return rng.normal(size=(n, 6)), np.concatenate([half, half[::-1]], axis=1)


def gcn(n, edge_index, seed=5):
    adjacency = np.zeros((n, n))
    adjacency[edge_index[0], edge_index[1]] = 1
    rng = np.random.default_rng(seed)
    first, second = rng.normal(size=(6, 16)), rng.normal(size=(16, 3))

    def predict(features, nodes):
        a = adjacency[np.ix_(nodes, nodes)] + np.eye(len(nodes))
        d = a.sum(axis=1) ** -0.5
        a = d[:, None] * a * d
        return a @ np.maximum(a @ features @ first, 0) @ second

    return predict


class LinkTellerTest(unittest.TestCase):
    def test_an_attack_without_edges_finds_them(self):
        x, edge_index = graph()
        found = linkteller.attack(gcn(len(x), edge_index), x, k_hat=0.05, progress=False)
        true = {tuple(sorted(pair)) for pair in edge_index.T.tolist()}
        predicted = {tuple(sorted(pair)) for pair in found.pairs[: len(true)].tolist()}
        self.assertEqual(predicted - true, set())
        self.assertGreater(found.queries, 0)
        self.assertTrue(np.all(np.diff(found.scores) <= 0))

    def test_a_gcn_fails_and_a_perceptron_does_not(self):
        x, edge_index = graph()
        options = ["--attacks", "linkteller,lsa2-attr"]
        failed = linkteller.audit(
            gcn(len(x), edge_index), x, edge_index, fail_above=0.5, targets="all", options=options, progress=False)
        self.assertEqual(failed.outcome, "fail")
        self.assertIn("FAIL", str(failed))
        weights = np.random.default_rng(1).normal(size=(6, 3))
        passed = linkteller.audit(
            lambda features, nodes: features @ weights,
            x, edge_index, fail_above=0.5, targets="all", options=options, progress=False)
        self.assertTrue(passed.passed, passed)

    @unittest.skipIf(torch is None, "PyTorch is not installed")
    def test_tensors_with_gradients_are_read(self):
        x, edge_index = graph()
        adjacency = torch.zeros(len(x), len(x), dtype=torch.float64)
        adjacency[edge_index[0], edge_index[1]] = 1
        layer = torch.nn.Linear(6, 3).double()

        def predict(features, nodes):
            block = adjacency[nodes][:, nodes] + torch.eye(len(nodes), dtype=torch.float64)
            return layer(block @ torch.from_numpy(features))

        found = linkteller.attack(predict, x, k_hat=0.05, name="linkteller", progress=False)
        true = {tuple(sorted(pair)) for pair in edge_index.T.tolist()}
        hits = sum(tuple(sorted(pair)) in true for pair in found.pairs.tolist())
        self.assertGreater(hits, len(found.pairs) // 2)

    def test_without_a_limit_there_is_no_outcome(self):
        x, edge_index = graph()
        report = linkteller.audit(
            gcn(len(x), edge_index), x, edge_index, options=["--attacks", "lsa2-attr"], progress=False)
        self.assertIsNone(report.outcome)
        self.assertFalse(report.passed)

    def test_what_the_model_threw_is_the_cause(self):
        x, edge_index = graph()

        def broken(features, nodes):
            raise KeyError("no such node")

        with self.assertRaises(linkteller.LinkTellerError) as raised:
            linkteller.audit(broken, x, edge_index, targets="all", progress=False)
        self.assertIsInstance(raised.exception.__cause__, KeyError)

    def test_arguments_are_checked_before_java_starts(self):
        x, edge_index = graph()
        with self.assertRaisesRegex(ValueError, "k_hat"):
            linkteller.attack(gcn(len(x), edge_index), x)
        with self.assertRaisesRegex(ValueError, r"\(2, m\)"):
            linkteller.audit(gcn(len(x), edge_index), x, edge_index.T)

    def test_what_cannot_be_audited_says_why(self):
        x, edge_index = graph()
        one = np.array([[0, 1], [1, 0]])
        few = linkteller.audit(gcn(len(x), one), x, one, fail_above=0.5, targets=5, seed=1, progress=False)
        self.assertEqual(few.outcome, "undecided")
        self.assertIn("0 of the 10 pairs of targets are edges", str(few))
        with self.assertRaisesRegex(linkteller.LinkTellerError, "nowhere.jar"):
            linkteller.audit(gcn(len(x), edge_index), x, edge_index, jar="nowhere.jar", progress=False)

    def test_the_message_is_the_librarys(self):
        x, edge_index = graph()
        with self.assertRaisesRegex(linkteller.LinkTellerError, "no-such-attack"):
            linkteller.attack(gcn(len(x), edge_index), x, k_hat=0.05, name="no-such-attack", progress=False)


if __name__ == "__main__":
    unittest.main()
