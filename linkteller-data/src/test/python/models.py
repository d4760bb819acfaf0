"""Writes small graph neural networks as ONNX files, as users export them from PyTorch.

    python3 models.py FOLDER

The operators of the files are listed in OPERATORS; variants.py has further models.

Needs PyTorch 1.13 or later. The layers compute what PyTorch Geometric's do, with gathers and
scatters along edge_index, or with a dense adjacency matrix. FOLDER receives one file per model,
and the inputs for which they were traced: x, edge_index, edge_weight and edge_type as text.
"""

import sys
import warnings
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

warnings.filterwarnings("ignore")


@torch.onnx.symbolic_helper.parse_args("v", "i", "v", "v")
def scatter_add(g, self, dim, index, src):
    """The exporter of PyTorch 1.13 wants the widths of index and src to be known, and equal."""
    return g.op("ScatterElements", self, index, src, axis_i=dim, reduction_s="add")


for version in (16, 17):
    torch.onnx.register_custom_op_symbolic("aten::scatter_add", scatter_add, version)

# What the files contain; checked when they are written.
OPERATORS = """
Abs Add BatchNormalization Cast Celu Clip Concat Constant ConstantOfShape Div Einsum Elu Equal
Erf Exp Expand EyeLike Flatten Floor Gather Gemm Greater HardSigmoid HardSwish Identity
InstanceNormalization IsInf LayerNormalization LeakyRelu Less Log LogSoftmax MatMul Max Mul Neg
NonZero Not Or PRelu Pow Range ReduceL2 ReduceLogSumExp ReduceMax ReduceMean ReduceMin
ReduceProd ReduceSum Relu Reshape Round ScatterElements ScatterND Selu Shape Sigmoid Slice
Softmax Softplus Split Sqrt Squeeze Sub Tanh Tile Transpose Unsqueeze Where
"""

N, D, H, C, RELATIONS = 60, 12, 8, 3, 3


def scatter(messages, index, n, reduce="sum"):
    shape = (n,) + messages.shape[1:]
    if messages.dim() > 1:
        columns = [int(length) for length in messages.shape[1:]]
        index = index.view([-1] + [1] * len(columns)).repeat([1] + columns)
    total = torch.zeros(shape, dtype=messages.dtype).scatter_add(0, index, messages)
    if reduce == "sum":
        return total
    ones = torch.ones_like(messages)
    count = torch.zeros(shape, dtype=messages.dtype).scatter_add(0, index, ones)
    return total / count.clamp(min=1)


def with_loops(edge_index, n):
    loops = torch.arange(n)
    return torch.cat([edge_index, torch.stack([loops, loops])], dim=1)


def softmax(scores, index, n, shift="all"):
    """Over the edges that end in each node; a number that cancels is subtracted first."""
    if shift == "all":
        scores = scores - scores.max()
    elif shift == "node":
        scores = scores - scatter(scores, index, n, "mean")[index]
    e = scores.exp()
    return e / (scatter(e, index, n)[index] + 1e-16)


class GcnConv(nn.Module):
    def __init__(self, a, b, add_loops=True, weighted=False):
        super().__init__()
        self.lin = nn.Linear(a, b, bias=False)
        self.bias = nn.Parameter(torch.randn(b) / 4)
        self.add_loops, self.weighted = add_loops, weighted

    def forward(self, x, edge_index, weight=None):
        n = x.size(0)
        if weight is None:
            weight = torch.ones(edge_index.size(1))
        if self.add_loops:
            edge_index = with_loops(edge_index, n)
            weight = torch.cat([weight, torch.ones(n)])
        source, target = edge_index[0], edge_index[1]
        degree = scatter(weight, target, n)
        norm = degree.pow(-0.5)
        norm = norm.masked_fill(norm == float("inf"), 0.0)
        norm = norm[source] * weight * norm[target]
        x = self.lin(x)
        return scatter(x[source] * norm.view(-1, 1), target, n) + self.bias


class SageConv(nn.Module):
    def __init__(self, a, b, reduce="mean"):
        super().__init__()
        self.lin_l, self.lin_r = nn.Linear(a, b), nn.Linear(a, b, bias=False)
        self.reduce = reduce

    def forward(self, x, edge_index):
        near = scatter(x.index_select(0, edge_index[0]), edge_index[1], x.size(0), self.reduce)
        return self.lin_l(near) + self.lin_r(x)


class GinConv(nn.Module):
    def __init__(self, a, b, edges=False):
        super().__init__()
        self.eps = nn.Parameter(torch.tensor(0.3))
        self.nn = nn.Sequential(nn.Linear(a, b), nn.BatchNorm1d(b), nn.ReLU(), nn.Linear(b, b))
        self.edge = nn.Linear(1, a) if edges else None

    def forward(self, x, edge_index, weight=None):
        messages = x[edge_index[0]]
        if self.edge is not None:
            messages = F.relu(messages + self.edge(weight.view(-1, 1)))
        return self.nn(scatter(messages, edge_index[1], x.size(0)) + (1 + self.eps) * x)


class GatConv(nn.Module):
    def __init__(self, a, b, heads=2, concat=True, shift="all", second=False):
        super().__init__()
        self.heads, self.width, self.concat = heads, b, concat
        self.shift, self.second = shift, second
        self.lin = nn.Linear(a, heads * b, bias=False)
        self.lin_r = nn.Linear(a, heads * b)
        self.att_src = nn.Parameter(torch.randn(1, heads, b))
        self.att_dst = nn.Parameter(torch.randn(1, heads, b))
        self.bias = nn.Parameter(torch.randn(heads * b if concat else b))

    def forward(self, x, edge_index):
        n = x.size(0)
        source, target = with_loops(edge_index, n)
        h = self.lin(x).view(-1, self.heads, self.width)
        if self.second:
            r = self.lin_r(x).view(-1, self.heads, self.width)
            scores = (F.leaky_relu(h[source] + r[target], 0.2) * self.att_src).sum(dim=-1)
        else:
            of_source = (h * self.att_src).sum(dim=-1)
            of_target = (h * self.att_dst).sum(dim=-1)
            scores = F.leaky_relu(of_source[source] + of_target[target], 0.2)
        alpha = softmax(scores, target, n, self.shift)
        out = scatter(h[source] * alpha.unsqueeze(-1), target, n)
        out = out.view(-1, self.heads * self.width) if self.concat else out.mean(dim=1)
        return out + self.bias


class ChebConv(nn.Module):
    def __init__(self, a, b, k=3):
        super().__init__()
        self.lins = nn.ModuleList([nn.Linear(a, b, bias=False) for _ in range(k)])
        self.bias = nn.Parameter(torch.randn(b))

    def forward(self, x, edge_index):
        n = x.size(0)
        source, target = edge_index
        degree = scatter(torch.ones(edge_index.size(1)), target, n)
        norm = degree.pow(-0.5)
        norm = torch.where(torch.isinf(norm), torch.zeros_like(norm), norm)
        norm = -(norm[source] * norm[target]).view(-1, 1)
        before, now = x, scatter(x[source] * norm, target, n)
        out = self.lins[0](before) + self.lins[1](now)
        for lin in self.lins[2:]:
            before, now = now, 2 * scatter(now[source] * norm, target, n) - before
            out = out + lin(now)
        return out + self.bias


class PnaConv(nn.Module):
    """Several aggregations, three scalers by the degree. Old exporters have no largest message."""

    def __init__(self, a, b):
        super().__init__()
        self.pre, self.post = nn.Linear(2 * a, a), nn.Linear(13 * a, b)

    def forward(self, x, edge_index):
        n = x.size(0)
        source, target = edge_index
        messages = self.pre(torch.cat([x[target], x[source]], dim=-1))
        mean = scatter(messages, target, n, "mean")
        square = scatter(messages * messages, target, n, "mean")
        deviation = (F.relu(square - mean * mean) + 1e-5).sqrt()
        out = torch.cat(
            [
                mean,
                scatter(messages, target, n),
                square,
                deviation,
            ],
            dim=-1,
        )
        degree = scatter(torch.ones(edge_index.size(1)), target, n).clamp(min=1).view(-1, 1)
        scale = (degree + 1).log() / 1.3
        return self.post(torch.cat([x, out, out * scale, out / scale], dim=-1))


class RgcnConv(nn.Module):
    def __init__(self, a, b, relations=RELATIONS):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(relations, a, b) / 3)
        self.root = nn.Parameter(torch.randn(a, b) / 3)
        self.bias = nn.Parameter(torch.zeros(b))

    def forward(self, x, edge_index, edge_type):
        n = x.size(0)
        source, target = edge_index
        out = x @ self.root + self.bias
        for r in range(self.weight.size(0)):
            mask = (edge_type == r).float().view(-1, 1)
            count = scatter(mask, target, n).clamp(min=1)
            out = out + (scatter(x[source] * mask, target, n) / count) @ self.weight[r]
        return out


class GraphNorm(nn.Module):
    def __init__(self, a):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.rand(a) + 0.5), nn.Parameter(torch.randn(a))
        self.mean_scale = nn.Parameter(torch.rand(a))

    def forward(self, x):
        out = x - x.mean(dim=0, keepdim=True) * self.mean_scale
        return self.weight * out / (out.pow(2).mean(dim=0, keepdim=True) + 1e-5).sqrt() + self.bias


class PairNorm(nn.Module):
    def forward(self, x):
        x = x - x.mean(dim=0, keepdim=True)
        return 0.7 * x / (1e-5 + x.pow(2).sum(-1).mean()).sqrt()


class TwoLayers(nn.Module):
    """Two convolutions with something between them."""

    def __init__(self, conv, between=None, activation=F.relu, **settings):
        super().__init__()
        self.one, self.two = conv(D, H, **settings), conv(settings.pop("width", H), C, **settings)
        self.between, self.activation = between, activation

    def forward(self, x, edge_index, *rest):
        x = self.one(x, edge_index, *rest)
        if self.between is not None:
            x = self.between(x)
        return self.two(self.activation(x), edge_index, *rest)


class Gat(nn.Module):
    def __init__(self, **settings):
        super().__init__()
        self.one = GatConv(D, H, **settings)
        self.two = GatConv(2 * H, C, concat=False, **settings)

    def forward(self, x, edge_index):
        return self.two(F.elu(self.one(x, edge_index)), edge_index)


class Sgc(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([GcnConv(D, D) for _ in range(2)])
        self.lin = nn.Linear(D, C)

    def forward(self, x, edge_index):
        n = x.size(0)
        source, target = with_loops(edge_index, n)
        norm = scatter(torch.ones(source.size(0)), target, n).rsqrt()
        norm = (norm[source] * norm[target]).unsqueeze(-1)
        for _ in range(2):
            x = scatter(x[source] * norm, target, n)
        return F.log_softmax(self.lin(x), dim=-1)


class Appnp(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = nn.Linear(D, H), nn.Linear(H, C)

    def forward(self, x, edge_index):
        n = x.size(0)
        start = h = self.two(F.relu(self.one(x)))
        source, target = with_loops(edge_index, n)
        norm = scatter(torch.ones(source.size(0)), target, n).rsqrt()
        norm = (norm[source] * norm[target]).unsqueeze(-1)
        for _ in range(4):
            h = 0.9 * scatter(h[source] * norm, target, n) + 0.1 * start
        return h


class DenseGcn(nn.Module):
    """A normalized adjacency matrix that is written out."""

    def __init__(self):
        super().__init__()
        self.one, self.two = nn.Linear(D, H), nn.Linear(H, C)

    def forward(self, x, edge_index):
        n = x.size(0)
        places = edge_index[1] * n + edge_index[0]
        adjacency = scatter(torch.ones(places.size(0)), places, n * n).view(n, n) + torch.eye(n)
        norm = adjacency.sum(dim=1).rsqrt()
        adjacency = norm.view(-1, 1) * adjacency * norm
        return adjacency @ self.two(F.relu(adjacency @ self.one(x)))


class VirtualNode(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = GcnConv(D, H), GcnConv(H, C)
        self.mlp = nn.Sequential(nn.Linear(H, H), nn.ReLU(), nn.Linear(H, H))

    def forward(self, x, edge_index):
        h = F.relu(self.one(x, edge_index))
        virtual = self.mlp(h.sum(dim=0, keepdim=True))
        return self.two(h + virtual.expand(h.size(0), -1), edge_index)


class GlobalAttention(nn.Module):
    """A transformer layer over all nodes beside a convolution, as in GraphGPS."""

    def __init__(self):
        super().__init__()
        self.one, self.two = GcnConv(D, H), GcnConv(H, C)
        self.q, self.k, self.v = nn.Linear(D, H), nn.Linear(D, H), nn.Linear(D, H)

    def forward(self, x, edge_index):
        scores = self.q(x) @ self.k(x).t() / H**0.5
        h = self.one(x, edge_index) + scores.softmax(dim=-1) @ self.v(x)
        return self.two(F.relu(h), edge_index)


class LinearAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = GcnConv(D, H), GcnConv(H, C)
        self.q, self.k, self.v = nn.Linear(D, H), nn.Linear(D, H), nn.Linear(D, H)

    def forward(self, x, edge_index):
        q, k = F.relu(self.q(x)) + 0.1, F.relu(self.k(x)) + 0.1
        attended = (q @ (k.t() @ self.v(x))) / (q @ k.sum(dim=0).view(-1, 1))
        return self.two(F.relu(self.one(x, edge_index) + attended), edge_index)


class JumpingKnowledge(nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.convs = nn.ModuleList([GcnConv(D, H), GcnConv(H, H), GcnConv(H, H)])
        self.lin = nn.Linear(3 * H if mode == "cat" else H, C)
        self.mode = mode

    def forward(self, x, edge_index):
        layers = []
        for conv in self.convs:
            x = F.relu(conv(x, edge_index))
            layers.append(x)
        if self.mode == "cat":
            return self.lin(torch.cat(layers, dim=-1))
        return self.lin(torch.stack(layers, dim=-1).max(dim=-1)[0])


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(D, H)
        self.convs = nn.ModuleList([GcnConv(H, H) for _ in range(3)])
        self.norms = nn.ModuleList([nn.BatchNorm1d(H) for _ in range(3)])
        self.out = nn.Linear(H, C)
        for norm in self.norms:
            norm.running_mean.normal_()
            norm.running_var.uniform_(0.5, 2)

    def forward(self, x, edge_index):
        x = self.lin(x).relu()
        for conv, norm in zip(self.convs, self.norms):
            x = x + F.relu(norm(conv(x, edge_index)))
        return self.out(x)


class Half(nn.Module):
    """Messages in half precision."""

    def __init__(self):
        super().__init__()
        self.one, self.two = SageConv(D, H), SageConv(H, C)

    def forward(self, x, edge_index):
        h = F.relu(self.one(x, edge_index)).half().float()
        return self.two(h, edge_index)


class Rounded(nn.Module):
    """The server rounds its answers to two decimals."""

    def __init__(self):
        super().__init__()
        self.net = TwoLayers(GcnConv)

    def forward(self, x, edge_index):
        return torch.round(self.net(x, edge_index) * 100) / 100


class Softmaxed(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = TwoLayers(SageConv)

    def forward(self, x, edge_index):
        return self.net(x, edge_index).softmax(dim=1)


class NormalizedSage(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = SageConv(D, H), SageConv(H, C, "sum")

    def forward(self, x, edge_index):
        h = F.normalize(F.relu(self.one(x, edge_index)), p=2.0, dim=-1)
        return self.two(h, edge_index)


class GatedGraph(nn.Module):
    """A gated recurrent unit over summed messages."""

    def __init__(self):
        super().__init__()
        self.lin, self.out = nn.Linear(D, H), nn.Linear(H, C)
        self.message = nn.Linear(H, H)
        self.gates, self.state = nn.Linear(H, 3 * H), nn.Linear(H, 3 * H)

    def forward(self, x, edge_index):
        h = self.lin(x)
        for _ in range(2):
            m = scatter(self.message(h)[edge_index[0]], edge_index[1], h.size(0))
            a, b = self.gates(m), self.state(h)
            r = torch.sigmoid(a[:, :H] + b[:, :H])
            z = torch.sigmoid(a[:, H : 2 * H] + b[:, H : 2 * H])
            h = (1 - z) * torch.tanh(a[:, 2 * H :] + r * b[:, 2 * H :]) + z * h
        return self.out(h)


class EdgeConv(nn.Module):
    """DGCNN's, with a mean: functions of a node and its difference to each neighbor."""

    def __init__(self, a, b):
        super().__init__()
        self.nn = nn.Sequential(nn.Linear(2 * a, b), nn.ReLU(), nn.Linear(b, b))

    def forward(self, x, edge_index):
        own, other = x[edge_index[1]], x[edge_index[0]]
        messages = self.nn(torch.cat([own, other - own], dim=-1))
        return scatter(messages, edge_index[1], x.size(0), "mean")


class TransformerConv(nn.Module):
    """Dot-product attention along edges, with heads."""

    def __init__(self, a, b, heads=2):
        super().__init__()
        self.heads, self.width = heads, b
        self.q, self.k = nn.Linear(a, heads * b), nn.Linear(a, heads * b)
        self.v, self.skip = nn.Linear(a, heads * b), nn.Linear(a, b)

    def forward(self, x, edge_index):
        n = x.size(0)
        source, target = edge_index
        q, k, v = (f(x).view(-1, self.heads, self.width) for f in (self.q, self.k, self.v))
        scores = (q[target] * k[source]).sum(dim=-1) / self.width**0.5
        alpha = softmax(scores, target, n, "node")
        out = scatter(v[source] * alpha.view(-1, self.heads, 1), target, n)
        return out.mean(dim=1) + self.skip(x)


class LayerNormed(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = GcnConv(D, H), GcnConv(H, C)
        self.norm = nn.LayerNorm(H)

    def forward(self, x, edge_index):
        return self.two(F.gelu(self.norm(self.one(x, edge_index))), edge_index)


class Gcn2(nn.Module):
    """GCNII: initial residuals and identity maps."""

    def __init__(self):
        super().__init__()
        self.lin, self.out = nn.Linear(D, H), nn.Linear(H, C)
        self.weights = nn.ParameterList([nn.Parameter(torch.randn(H, H) / 3) for _ in range(3)])

    def forward(self, x, edge_index):
        n = x.size(0)
        start = h = self.lin(x).relu()
        source, target = with_loops(edge_index, n)
        norm = scatter(torch.ones(source.size(0)), target, n).rsqrt()
        norm = (norm[source] * norm[target]).unsqueeze(-1)
        for i, weight in enumerate(self.weights):
            beta = 0.5 / (i + 1)
            mixed = 0.9 * scatter(h[source] * norm, target, n) + 0.1 * start
            h = F.relu((1 - beta) * mixed + beta * (mixed @ weight))
        return self.out(h)


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(D, H), nn.PReLU(), nn.Linear(H, C))

    def forward(self, x):
        return self.net(x)


def models():
    """Name, model, the inputs it takes besides x, opset, whether axes are dynamic."""
    edges, weights, types = ["edge_index"], ["edge_index", "edge_weight"], ["edge_index", "edge_type"]
    yield "gcn", TwoLayers(GcnConv), edges, 16, True
    yield "gcn-opset-17-fixed", TwoLayers(GcnConv), edges, 17, False
    yield "gcn-no-loops", TwoLayers(GcnConv, add_loops=False), edges, 16, True
    yield "gcn-weighted", TwoLayers(GcnConv, weighted=True), weights, 16, True
    yield "gcn-dense", DenseGcn(), edges, 16, True
    yield "sage", TwoLayers(SageConv), edges, 16, True
    yield "sage-opset-17", TwoLayers(SageConv), edges, 17, True
    yield "sage-normalized", NormalizedSage(), edges, 16, True
    yield "sage-softmax", Softmaxed(), edges, 16, True
    yield "sage-half", Half(), edges, 16, True
    yield "gin", TwoLayers(GinConv), edges, 16, True
    yield "gine", TwoLayers(GinConv, edges=True), weights, 16, True
    yield "gat", Gat(), edges, 16, True
    yield "gat-node-shift", Gat(shift="node"), edges, 16, True
    yield "gat-no-shift", Gat(shift="none"), edges, 17, False
    yield "gatv2", Gat(second=True), edges, 16, True
    yield "transformer-conv", TwoLayers(TransformerConv), edges, 16, True
    yield "cheb", TwoLayers(ChebConv), edges, 16, True
    yield "pna", TwoLayers(PnaConv), edges, 16, True
    yield "sgc", Sgc(), edges, 16, True
    yield "appnp", Appnp(), edges, 16, True
    yield "gcn2", Gcn2(), edges, 16, True
    yield "rgcn", TwoLayers(RgcnConv), types, 16, True
    yield "graph-norm", TwoLayers(GcnConv, between=GraphNorm(H)), edges, 16, True
    yield "pair-norm", TwoLayers(GcnConv, between=PairNorm()), edges, 16, True
    yield "layer-norm", LayerNormed(), edges, 16, True
    yield "layer-norm-opset-17", LayerNormed(), edges, 17, True
    yield "virtual-node", VirtualNode(), edges, 16, True
    yield "global-attention", GlobalAttention(), edges, 16, True
    yield "linear-attention", LinearAttention(), edges, 16, True
    yield "jk-cat", JumpingKnowledge("cat"), edges, 16, True
    yield "jk-max", JumpingKnowledge("max"), edges, 16, True
    yield "residual-batch-norm", Residual(), edges, 16, True
    yield "gated-graph", GatedGraph(), edges, 16, True
    yield "edge-conv", TwoLayers(EdgeConv), edges, 16, True
    yield "rounded", Rounded(), edges, 16, True
    yield "mlp-opset-11", Mlp(), [], 11, True
    yield "gcn-tanh", TwoLayers(GcnConv, activation=torch.tanh), edges, 16, True
    yield "gcn-softplus", TwoLayers(GcnConv, activation=F.softplus), edges, 16, True
    yield "gin-silu", TwoLayers(GinConv, activation=F.silu), edges, 16, True
    yield from variants.variants()


def inputs():
    edges = torch.randint(0, N, (2, 150))
    edges = edges[:, edges[0] < edges[1]]
    edges = torch.unique(torch.cat([edges, edges.flip(0)], dim=1), dim=1)
    edges = torch.cat([edges, torch.stack([torch.arange(N - 1), torch.arange(1, N)])], dim=1)
    edges = torch.unique(torch.cat([edges, edges.flip(0)], dim=1), dim=1)
    m = edges.size(1)
    return {
        "x": torch.randn(N, D),
        "edge_index": edges,
        "edge_weight": torch.rand(m) + 0.5,
        "edge_type": torch.randint(0, RELATIONS, (m,)),
    }


def fields(message):
    """Number and contents of the fields of a message in the format of Protocol Buffers."""

    def integer(at):
        value, shift = 0, 0
        while True:
            value |= (message[at] & 127) << shift
            at, shift = at + 1, shift + 7
            if message[at - 1] < 128:
                return value, at

    at = 0
    while at < len(message):
        tag, at = integer(at)
        value, kind = None, tag & 7
        if kind == 0:
            value, at = integer(at)
        elif kind == 2:
            length, at = integer(at)
            value, at = message[at : at + length], at + length
        else:
            at += 8 if kind == 1 else 4
        yield tag >> 3, value


def operators_of(file):
    nodes = (node for number, graph in fields(file) if number == 7 for node in fields(graph))
    return {
        text.decode()
        for number, node in nodes
        if number == 1
        for field, text in fields(node)
        if field == 4
    }


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(42)
    given = inputs()
    for name, tensor in given.items():
        rows = tensor.view(tensor.size(0), -1).tolist()
        text = "\n".join(" ".join(repr(number) for number in row) for row in rows)
        (folder / (name + ".txt")).write_text(text + "\n")
    operators = set()
    for name, model, names, opset, dynamic in models():
        model.eval()
        names = ["x"] + names
        axes = {"x": {0: "n"}, "logits": {0: "n"}, "edge_index": {1: "m"}}
        axes.update({"edge_weight": {0: "m"}, "edge_type": {0: "m"}})
        taken = dict(given)
        if name == "int32":
            taken["edge_index"] = taken["edge_index"].int()
        if name == "transposed":
            taken["edge_index"] = taken["edge_index"].t().contiguous()
            axes["edge_index"] = {0: "m"}
        if name == "batched":
            taken["x"] = taken["x"].unsqueeze(0)
            axes["x"] = axes["logits"] = {1: "n"}
        kept = {key: axes[key] for key in names + ["logits"]} if dynamic else None
        try:
            torch.onnx.export(
                model,
                tuple(taken[key] for key in names),
                str(folder / (name + ".onnx")),
                opset_version=opset,
                input_names=names,
                output_names=["hidden", "logits"] if name == "multi-out" else ["logits"],
                dynamic_axes=kept,
            )
        except Exception as e:
            print("cannot export", name, str(e).splitlines()[0], file=sys.stderr)
            raise
        operators |= operators_of((folder / (name + ".onnx")).read_bytes())
    if operators != set(OPERATORS.split()):
        raise SystemExit("OPERATORS should be " + " ".join(sorted(operators)))


if __name__ == "__main__":
    import variants

    main(Path(sys.argv[1]))
