"""How much of its private graph does a graph neural network leak?

Runs the command line of LinkTeller for Java on a model in this process, or on an ONNX file::

    report = linkteller.audit(predict, x, edge_index, fail_above=0.5)
    assert report.passed, report

``predict(features, nodes)`` returns a row of logits for each node, computed on the subgraph that ``nodes`` induce.
Needs Java 17 and the jar of the command line: the one in this package, ``LINKTELLER_JAR``, or the argument ``jar``.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Optional, Union

import numpy as np

__all__ = ["attack", "audit", "Attack", "Audit", "LinkTellerError"]

Predict = Callable[[np.ndarray, np.ndarray], Any]
Model = Union[Predict, str, "os.PathLike[str]"]

# Exit codes of `audit` that come with a report.
_VERDICTS = {0: "pass", 3: "fail", 4: "undecided"}


class LinkTellerError(RuntimeError):
    """The command failed; the message is the library's. If the model failed, its exception is the cause."""


@dataclass(frozen=True)
class Attack:
    """The pairs that an attack predicts as edges, the most likely first."""

    #: (m, 2) node ids: u < v if the graph is undirected, source and target if it is directed.
    pairs: np.ndarray
    #: (m,) scores, in descending order.
    scores: np.ndarray
    #: The whole report, as ``attack --json`` prints it; precision and recall mean nothing without edges.
    report: Mapping[str, Any]

    @property
    def queries(self) -> int:
        """The number of queries of the attack."""
        return int(self.report["queries"])


@dataclass(frozen=True)
class Audit:
    """The findings of the attacks, compared with the true edges. Prints as its verdict."""

    #: "pass", "fail" or "undecided"; None without a limit.
    outcome: Optional[str]
    #: The whole report, as ``audit --json`` prints it.
    report: Mapping[str, Any]

    @property
    def passed(self) -> bool:
        """Whether the verdict is a pass; False if it is undecided or there was no limit."""
        return self.outcome == "pass"

    @property
    def sentences(self) -> Sequence[str]:
        """The verdict in sentences."""
        return list(self.report["verdict"]["inWords"])

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def audit(
    model: Model,
    x: Any,
    edge_index: Any,
    *,
    fail_above: Optional[float] = None,
    targets: Union[int, str, None] = None,
    seed: int = 42,
    directed: bool = False,
    options: Sequence[str] = (),
    progress: bool = True,
    jar: Optional[str] = None,
) -> Audit:
    """Runs every attack on a model and compares its findings with the true edges.

    :param model: a function (features, node ids) -> logits, or the path of an ONNX file
    :param x: (n, d) features
    :param edge_index: (2, m) edges, both directions or one
    :param fail_above: the share of the edges, in [0, 1], above which the verdict is "fail"
    :param targets: how many nodes are attacked, or "all"; by default 500, or all of fewer
    :param seed: of the draw of the targets
    :param directed: whether an edge is an arc
    :param options: further options of the command ``audit``
    :param progress: whether to show progress on standard error
    :param jar: the path of the jar of the command line
    :raises LinkTellerError: if the command fails
    """
    limit = [] if fail_above is None else ["--fail-above", repr(float(fail_above))]
    with tempfile.TemporaryDirectory(prefix="linkteller-") as folder:
        data = _data(Path(folder), x, edge_index, directed)
        if callable(model) and not any(option.startswith("--journal") for option in options):
            # Nobody can resume with these answers: the function ends with this process.
            limit += ["--journal", str(Path(folder, "answers"))]
        limit += [] if targets is None else ["--targets", str(targets)]
        call = ["audit", "--json", "--seed", str(seed), *data, *limit, *options]
        code, out = _run(call, model, progress, jar, tuple(_VERDICTS))
        return Audit(None if fail_above is None else _VERDICTS[code], json.loads(out))


def attack(
    model: Model,
    x: Any,
    *,
    k_hat: Optional[float] = None,
    edge_index: Any = None,
    name: str = "auto",
    targets: Union[int, str] = "all",
    seed: int = 42,
    directed: bool = False,
    options: Sequence[str] = (),
    progress: bool = True,
    jar: Optional[str] = None,
) -> Attack:
    """Recovers edges from the answers of a model.

    :param model: a function (features, node ids) -> logits, or the path of an ONNX file, which needs the edges
    :param x: (n, d) features
    :param k_hat: the believed density, in (0, 1]; required without edges, else by default the rounded density
    :param edge_index: (2, m) true edges to compare with, if known
    :param name: the attack, as ``help attacks`` lists it
    :param targets: how many nodes are attacked, or "all"
    :param seed: of the draw of the targets
    :param directed: whether an edge is an arc
    :param options: further options of the command ``attack``
    :param progress: whether to show progress on standard error
    :param jar: the path of the jar of the command line
    :raises ValueError: if neither k_hat nor edges are given, or an ONNX file without edges
    :raises LinkTellerError: if the command fails
    """
    if edge_index is None and (k_hat is None or not callable(model)):
        raise ValueError("k_hat is required without edge_index, and an ONNX file needs edge_index")
    belief = [] if k_hat is None else ["--k-hat", repr(float(k_hat))]
    with tempfile.TemporaryDirectory(prefix="linkteller-") as folder:
        predicted = Path(folder, "predicted.csv")
        none = np.zeros((2, 0), dtype=np.int64)
        data = _data(Path(folder), x, none if edge_index is None else edge_index, directed)
        call = ["attack", "--json", "--attack", name, "--out", str(predicted)]
        call += ["--targets", str(targets), "--seed", str(seed), *data, *belief, *options]
        _, out = _run(call, model, progress, jar, (0,))
        with open(predicted, newline="", encoding="utf-8") as rows:
            found = [(int(u), int(v), float(score)) for u, v, score in list(csv.reader(rows))[1:]]
    pairs = np.array([row[:2] for row in found], dtype=np.int64).reshape(-1, 2)
    return Attack(pairs, np.array([row[2] for row in found], dtype=float), json.loads(out))


def _data(folder: Path, x: Any, edge_index: Any, directed: bool) -> list[str]:
    features = np.ascontiguousarray(x, dtype=np.float64)
    edges = np.ascontiguousarray(edge_index, dtype=np.int64)
    if features.ndim != 2:
        raise ValueError(f"x has the shape {features.shape}, expected (n, d)")
    if edges.ndim != 2 or edges.shape[0] != 2:
        raise ValueError(f"edge_index has the shape {edges.shape}, expected (2, m)")
    folder = folder / "graph"  # The name of the data in reports, the same each time.
    folder.mkdir()
    np.save(folder / "x.npy", features)
    np.save(folder / "edge_index.npy", edges)
    arcs = set(map(tuple, edges.T.tolist()))
    both = bool(arcs) and all((v, u) in arcs for u, v in arcs)
    # A list with both directions of each edge is recognized as undirected.
    direction = ["--directed"] if directed else [] if both else ["--undirected"]
    return ["--features", str(folder / "x.npy"), "--edge-index", str(folder / "edge_index.npy"), *direction]


def _run(
    call: Sequence[str], model: Model, progress: bool, jar: Optional[str], expected: Sequence[int]
) -> tuple[int, str]:
    with _source(model) as (options, failures):
        command = [_java(), "-jar", _jar(jar), *call, *options, *([] if progress else ["--quiet"])]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            said: list[str] = []
            reader = threading.Thread(target=_show, args=(process.stderr, progress, said))
            reader.start()
            out = process.stdout.read() if process.stdout else ""
            reader.join()
        if process.returncode not in expected:
            raise LinkTellerError(_complaint(said, process.returncode)) from (failures[0] if failures else None)
        if failures:  # The command continues if one attack fails.
            warnings.warn(f"the model failed {len(failures)} times, first with {failures[0]!r}", RuntimeWarning)
        return process.returncode, out


def _complaint(said: Sequence[str], code: int) -> str:
    """The last message of the command, which is why it ended; progress of the attack linkteller looks the same."""
    starts = [i for i, line in enumerate(said) if line.startswith("linkteller: ")]
    ending = said[starts[-1] :] if starts else said
    return "\n".join(ending).removeprefix("linkteller: ") or f"exit code {code}"


def _show(lines: Iterator[str], progress: bool, said: list[str]) -> None:
    for line in lines:
        said.append(line.rstrip())
        if progress:
            print(line, end="", file=sys.stderr, flush=True)


@contextmanager
def _source(model: Model) -> Iterator[tuple[list[str], list[BaseException]]]:
    """The options for the model, and the exceptions that it threw; serves a function only on this machine."""
    failures: list[BaseException] = []
    if not callable(model):
        yield ["--onnx", os.fspath(model)], failures
        return
    predict, lock = model, threading.Lock()

    class Answers(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            try:
                with lock:  # A model in PyTorch need not be safe for several threads.
                    logits = predict(np.array(query["features"], dtype=float), np.array(query["nodes"], dtype=np.int64))
                if hasattr(logits, "detach"):  # A tensor of PyTorch, possibly with gradients or on another device.
                    logits = logits.detach().cpu()
                status, body = 200, json.dumps(np.asarray(logits, dtype=float).tolist()).encode()
            except Exception as failure:  # Raised again in the caller's thread.
                failures.append(failure)
                status, body = 500, b"the model failed"
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *ignored: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield ["--protocol", "json", "--url", f"http://127.0.0.1:{server.server_port}/"], failures
        finally:
            server.shutdown()


def _java() -> str:
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=os.path.join(home, "bin") if home else None) or shutil.which("java")
    if java is None:
        raise LinkTellerError("Java 17 or newer is required: set JAVA_HOME or install it")
    return java


def _jar(given: Optional[str]) -> str:
    if given is not None:
        if not os.path.exists(given):
            raise LinkTellerError(f"jar={given!r} does not exist")
        return str(given)
    beside = Path(__file__).with_name("linkteller.jar")
    built = Path(__file__).parents[2] / "linkteller-cli" / "target" / "linkteller.jar"
    for candidate in (os.environ.get("LINKTELLER_JAR"), beside, built):
        if candidate is not None and os.path.exists(candidate):
            return str(candidate)
    raise LinkTellerError("linkteller.jar is missing: set LINKTELLER_JAR, or pass jar=")
