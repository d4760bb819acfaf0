"""The same kinds of layers as in models.py, written in the other ways that users write them.

Sums with index_add and index_put, dense adjacency matrices and masks, attention with einsum, bmm
and nn.MultiheadAttention, edges filtered or turned round inside, integers of 32 bits, edges as
m x 2, features as 1 x n x d, two outputs, other activations and normalizations, and operator sets
11 to 17.
"""

import torch
import torch.nn.functional as F
from torch import nn

from models import C, D, H, N, RELATIONS
from models import GcnConv, GinConv, SageConv, TwoLayers, scatter, softmax, with_loops


class TwoLinear(nn.Module):

    def __init__(self, mid=H):
        super().__init__()
        self.one, self.two = (nn.Linear(D, mid), nn.Linear(mid, C))


class IndexAdd(TwoLinear):

    def forward(self, x, edges):
        h = F.relu(self.one(x))
        s = torch.zeros_like(h).index_add(0, edges[1], h[edges[0]])
        d = torch.zeros(x.size(0)).index_add(0, edges[1], torch.ones(edges.size(1)))
        return self.two(s / d.clamp(min=1.0).unsqueeze(1) + h)


class IndexPut(TwoLinear):

    def forward(self, x, edges):
        h = torch.tanh(self.one(x))
        s = torch.zeros_like(h).index_put((edges[1],), h[edges[0]], accumulate=True)
        return self.two(s + h)


class Int32(nn.Module):

    def __init__(self):
        super().__init__()
        self.net = TwoLayers(GcnConv)

    def forward(self, x, edges):
        return self.net(x, edges.long())


class Transposed(nn.Module):

    def __init__(self):
        super().__init__()
        self.net = TwoLayers(SageConv)

    def forward(self, x, edges):
        return self.net(x, edges.t().contiguous())


class OneHot(TwoLinear):

    def forward(self, x, edges):
        n = x.size(0)
        nodes = torch.arange(n)
        a = (edges[1].unsqueeze(0) == nodes.unsqueeze(1)).float() @ (edges[0].unsqueeze(1) == nodes.unsqueeze(0)).float()
        a = a / a.sum(1, keepdim=True).clamp(min=1)
        return self.two(a @ F.elu(a @ self.one(x)))


class EinsumAttention(nn.Module):

    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(D, 2 * H), nn.Linear(D, 2 * H), nn.Linear(D, 2 * H))
        self.o = nn.Linear(2 * H, C)
        self.g = GcnConv(D, 2 * H)

    def forward(self, x, edges):
        n = x.size(0)
        q, k, v = (l(x).view(n, 2, H) for l in (self.q, self.k, self.v))
        a = torch.einsum("nhd,mhd->hnm", q, k).div(H ** 0.5).softmax(-1)
        o = torch.einsum("hnm,mhd->nhd", a, v).reshape(n, 2 * H)
        return self.o(o + self.g(x, edges))


class EinsumImplicit(TwoLinear):

    def forward(self, x, edges):
        h = torch.einsum("ij,kj", x, self.one.weight)
        return self.two(F.relu(scatter(h[edges[0]], edges[1], x.size(0))))


class Masked(nn.Module):

    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = (GcnConv(D, H), nn.Linear(D, H), nn.Linear(H, C))

    def forward(self, x, edges):
        n = x.size(0)
        deg = scatter(torch.ones(edges.size(1)), edges[1], n)
        h = torch.where((deg > 4).unsqueeze(1), self.a(x, edges), self.b(x))
        h = torch.where(h > 0, h, 0.1 * h * h)
        return self.c(h * (h.abs() < 3).float())


class NoLoopsByMask(TwoLinear):

    def forward(self, x, edges):
        keep = edges[0] != edges[1]
        edges = edges[:, keep]
        edges = with_loops(edges, x.size(0))
        return self.two(F.relu(scatter(self.one(x)[edges[0]], edges[1], x.size(0), "mean")))


class BothWays(TwoLinear):

    def forward(self, x, edges):
        edges = edges[:, edges[0] < edges[1]]
        edges = torch.cat([edges, edges.flip(0)], dim=1)
        return self.two(F.relu(scatter(self.one(x)[edges[0]], edges[1], x.size(0))))


class MultiOut(nn.Module):

    def __init__(self):
        super().__init__()
        self.a, self.b = (SageConv(D, H), SageConv(H, C))
        self.norm = nn.BatchNorm1d(H, affine=False)
        self.drop = nn.Dropout(0.5)
        self.norm.running_mean.normal_()
        self.norm.running_var.uniform_(0.5, 2)

    def forward(self, x, edges):
        h = self.drop(F.normalize(F.relu(self.norm(self.a(x, edges)))))
        return (h, self.b(h, edges))


class HalfMessages(nn.Module):

    def __init__(self):
        super().__init__()
        self.l, self.r, self.o = (nn.Linear(D, H), nn.Linear(D, H), nn.Linear(H, C))

    def forward(self, x, edges):
        n = x.size(0)
        h = self.l(x).half()
        m = (h[edges[0]] * torch.full((edges.size(1), 1), 0.37).half()).float()
        h = (scatter(m, edges[1], n).half() + self.r(x).half()).float()
        return self.o(F.relu(h))


class Distances(nn.Module):
    """a Gaussian kernel over all nodes"""

    def __init__(self):
        super().__init__()
        self.g, self.l, self.o = (GcnConv(D, H), nn.Linear(D, H), nn.Linear(2 * H, C))

    def forward(self, x, edges):
        h = self.l(x) / 3
        q = (h * h).sum(1)
        k = torch.exp(-(q.unsqueeze(1) + q - 2 * h @ h.t()))
        k2 = torch.exp(-(q[:, None] + q[None, :] - 2 * h.mm(h.t())) / 2)
        return self.o(torch.cat([self.g(x, edges), k @ h + k2.matmul(h)], 1))


class Squared(nn.Module):
    """as many features as nodes"""

    def __init__(self):
        super().__init__()
        self.g, self.l, self.o = (GcnConv(D, N), nn.Linear(D, N), nn.Linear(N, C))

    def forward(self, x, edges):
        h, k = (self.g(x, edges), self.l(x))
        return self.o(F.relu(h - h.mean(0) + (h @ k.t() / 60).softmax(1) @ k + h.max(dim=0)[0] * k.t().mean(1)))


class RoundedWithin(nn.Module):

    def __init__(self):
        super().__init__()
        self.a, self.b = (GcnConv(D, H), GcnConv(H, C))

    def forward(self, x, edges):
        h = self.a(x, edges)
        h = torch.clamp(torch.round(h * 16), -128, 127) / 16
        return torch.floor(self.b(h, edges) * 1000) / 1000


class DenseGat(nn.Module):

    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(D, 2 * H)
        self.a = nn.Parameter(torch.randn(2, H))
        self.b = nn.Parameter(torch.randn(2, H))
        self.o = nn.Linear(2 * H, C)

    def forward(self, x, edges):
        n = x.size(0)
        adj = torch.zeros(n, n).index_put((edges[1], edges[0]), torch.ones(edges.size(1))) + torch.eye(n)
        h = self.lin(x).view(n, 2, H).permute(1, 0, 2)
        s = (h * self.a.unsqueeze(1)).sum(-1, keepdim=True) + (h * self.b.unsqueeze(1)).sum(-1, keepdim=True).transpose(1, 2)
        s = F.leaky_relu(s, 0.2).masked_fill(adj.unsqueeze(0) == 0, float("-inf")).softmax(-1)
        o = torch.bmm(s, h).permute(1, 0, 2).reshape(n, 2 * H)
        return self.o(F.elu(o))


class DenseMax(TwoLinear):

    def forward(self, x, edges):
        n = x.size(0)
        adj = (torch.zeros(n * n).scatter_add(0, edges[1] * n + edges[0], torch.ones(edges.size(1))) > 0).view(n, n, 1)
        h = self.one(x)
        m = torch.where(adj, h.unsqueeze(0), torch.tensor(-1000000000.0)).max(dim=1)[0]
        lo = torch.where(adj, h.unsqueeze(0), torch.tensor(1000000000.0)).min(dim=1).values
        return self.two(F.relu(m + lo))


class GroupNormed(nn.Module):

    def __init__(self):
        super().__init__()
        self.a, self.b = (GcnConv(D, H), GcnConv(H, C))
        self.n = nn.GroupNorm(2, H)

    def forward(self, x, edges):
        return self.b(F.relu(self.n(self.a(x, edges).unsqueeze(-1)).squeeze(-1)), edges)


class InstanceNormed(nn.Module):

    def __init__(self):
        super().__init__()
        self.a, self.b = (GcnConv(D, H), GcnConv(H, C))
        self.n = nn.InstanceNorm1d(H, affine=True)

    def forward(self, x, edges):
        return self.b(F.relu(self.n(self.a(x, edges).t().unsqueeze(0)).squeeze(0).t()), edges)


class Gps(nn.Module):

    def __init__(self):
        super().__init__()
        self.i = nn.Linear(D, H)
        self.m = nn.MultiheadAttention(H, 2, batch_first=True)
        self.g = GinConv(H, H)
        self.n1, self.n2 = (nn.LayerNorm(H), nn.LayerNorm(H))
        self.f = nn.Sequential(nn.Linear(H, 2 * H), nn.GELU(), nn.Dropout(0.2), nn.Linear(2 * H, H))
        self.o = nn.Linear(H, C)

    def forward(self, x, edges):
        h = self.i(x)
        q = h.unsqueeze(0)
        a = self.m(q, q, q, need_weights=False)[0].squeeze(0)
        h = self.n1(h + a + self.g(h, edges))
        return self.o(self.n2(h + self.f(h)))


class Encoder(nn.Module):

    def __init__(self):
        super().__init__()
        self.g = GcnConv(D, H)
        self.t = nn.TransformerEncoderLayer(H, 2, 16, batch_first=True)
        self.o = nn.Linear(H, C)

    def forward(self, x, edges):
        return self.o(self.t(self.g(x, edges).unsqueeze(0))[0])


class EdgeEmbedding(nn.Module):

    def __init__(self):
        super().__init__()
        self.e = nn.Embedding(RELATIONS, D)
        self.n = nn.Sequential(nn.Linear(D, H), nn.BatchNorm1d(H), nn.PReLU(), nn.Linear(H, C))

    def forward(self, x, edges, et):
        return self.n(scatter(F.relu(x[edges[0]] + self.e(et)), edges[1], x.size(0)) + x)


class Film(nn.Module):

    def __init__(self):
        super().__init__()
        self.l, self.f, self.o = (nn.Linear(D, H), nn.Linear(D, 2 * H), nn.Linear(H, C))

    def forward(self, x, edges):
        beta, gamma = self.f(x).chunk(2, dim=-1)
        m = F.relu(gamma[edges[1]] * self.l(x)[edges[0]] + beta[edges[1]])
        return self.o(scatter(m, edges[1], x.size(0), "mean"))


class ResGated(nn.Module):

    def __init__(self):
        super().__init__()
        self.k, self.q, self.v, self.s = (nn.Linear(D, H) for _ in range(4))
        self.o = nn.Linear(H, C)

    def forward(self, x, edges):
        g = torch.sigmoid(self.k(x)[edges[1]] + self.q(x)[edges[0]])
        return self.o(F.relu(scatter(g * self.v(x)[edges[0]], edges[1], x.size(0)) + self.s(x)))


class Agnn(TwoLinear):

    def forward(self, x, edges):
        h = F.relu(self.one(x))
        n = x.size(0)
        s, t = with_loops(edges, n)
        u = F.normalize(h, p=2.0, dim=-1)
        alpha = softmax(1.3 * (u[s] * u[t]).sum(-1), t, n)
        return self.two(scatter(h[s] * alpha.view(-1, 1), t, n))


class Cosine(TwoLinear):

    def forward(self, x, edges):
        h = self.one(x)
        w = F.cosine_similarity(h[edges[0]], h[edges[1]], dim=-1).clamp(min=0)
        return self.two(h + scatter(h[edges[0]] * w.unsqueeze(-1), edges[1], x.size(0)))


class DiffPool(nn.Module):

    def __init__(self):
        super().__init__()
        self.a, self.b = (SageConv(D, H), SageConv(D, 5))
        self.o = nn.Linear(2 * H, C)

    def forward(self, x, edges):
        h, s = (self.a(x, edges), self.b(x, edges).softmax(-1))
        return self.o(torch.cat([h, s.matmul(s.transpose(0, 1).matmul(h))], -1))


class MixHop(nn.Module):

    def __init__(self):
        super().__init__()
        self.ls = nn.ModuleList((nn.Linear(D, H) for _ in range(3)))
        self.o = nn.Linear(3 * H, C)

    def forward(self, x, edges):
        outs = []
        for l in self.ls:
            outs.append(l(x))
            x = scatter(x[edges[0]], edges[1], x.size(0), "mean")
        return self.o(torch.cat(outs, 1))


class Dagnn(nn.Module):

    def __init__(self):
        super().__init__()
        self.l = nn.Linear(D, C)
        self.p = nn.Linear(C, 1)

    def forward(self, x, edges):
        h = self.l(x)
        hs = [h]
        for _ in range(3):
            h = scatter(h[edges[0]], edges[1], x.size(0), "mean")
            hs.append(h)
        z = torch.stack(hs, 1)
        r = torch.sigmoid(self.p(z).squeeze(-1)).unsqueeze(1)
        return torch.matmul(r, z).squeeze(1)


class Statistics(nn.Module):

    def __init__(self):
        super().__init__()
        self.a, self.b = (GcnConv(D, H), GcnConv(H, C))

    def forward(self, x, edges):
        h = self.a(x, edges)
        h = (h - h.mean(0)) / (h.std(0, unbiased=True) + 1e-06) + torch.logsumexp(h, dim=1, keepdim=True) - h.var(dim=1, keepdim=True)
        return self.b(F.celu(h, 1.3), edges)


class Activations(nn.Module):

    def __init__(self):
        super().__init__()
        self.a = GcnConv(D, H)
        self.fs = [F.relu6, F.hardtanh, F.softsign, F.logsigmoid, F.hardswish, F.mish, F.selu, F.elu, F.silu, F.hardsigmoid, F.tanhshrink, F.hardshrink, F.softshrink, torch.square]
        self.o = nn.Linear(H * len(self.fs), C)

    def forward(self, x, edges):
        h = self.a(x, edges)
        return self.o(torch.cat([f(h) for f in self.fs], 1))


class Glu(nn.Module):

    def __init__(self):
        super().__init__()
        self.a, self.o = (SageConv(D, 2 * H), nn.Linear(H, C))

    def forward(self, x, edges):
        return self.o(F.glu(self.a(x, edges), dim=-1))


class Batched(nn.Module):

    def __init__(self):
        super().__init__()
        self.net = TwoLayers(SageConv)

    def forward(self, x, edges):
        return self.net(x.squeeze(0), edges).unsqueeze(0)


class GcnRow(TwoLinear):
    """normalization by index_put and pow"""

    def forward(self, x, edges):
        n = x.size(0)
        deg = torch.zeros(n).index_put((edges[1],), torch.ones(edges.size(1)), accumulate=True) + 1
        inv = torch.pow(deg, -0.5)

        def prop(h):
            h = h * inv[:, None]
            h = h.clone().index_add(0, edges[1], h[edges[0]])
            return h * inv[:, None]
        return prop(self.two(F.relu(prop(self.one(x)))))


class VirtualMean(nn.Module):

    def __init__(self):
        super().__init__()
        self.a, self.b = (SageConv(D, H), SageConv(H, H))
        self.v = nn.Embedding(1, H)
        self.m = nn.Sequential(nn.Linear(H, H), nn.LayerNorm(H), nn.ReLU())
        self.o = nn.Linear(H, C)

    def forward(self, x, edges):
        vn = self.v(torch.zeros(1, dtype=torch.long))
        h = F.relu(self.a(x, edges)) + vn
        vn = vn + self.m(h.mean(0, keepdim=True) + vn)
        return self.o(self.b(h + vn.repeat(h.size(0), 1), edges))


class JkAttention(nn.Module):

    def __init__(self):
        super().__init__()
        self.cs = nn.ModuleList([GcnConv(D, H), GcnConv(H, H), GcnConv(H, H)])
        self.p = nn.Linear(H, 1)
        self.o = nn.Linear(H, C)

    def forward(self, x, edges):
        hs = []
        for c in self.cs:
            x = torch.tanh(c(x, edges))
            hs.append(x)
        z = torch.stack(hs, dim=1)
        a = self.p(z).squeeze(-1).softmax(-1)
        return self.o((z * a.unsqueeze(-1)).sum(1) + torch.maximum(hs[0], hs[2]))


class GineOther(nn.Module):

    def __init__(self):
        super().__init__()
        self.a = GinConv(D, H, edges=True)
        self.e = nn.Linear(1, H)
        self.o = nn.Linear(H, C)

    def forward(self, x, edges, w):
        h = F.relu(self.a(x, edges, w))
        m = F.gelu(h.index_select(0, edges[0]) + self.e(w.unsqueeze(-1)))
        return self.o(torch.zeros_like(h).index_add(0, edges[1], m) + h)


class Tag(nn.Module):

    def __init__(self):
        super().__init__()
        self.ls = nn.ModuleList((nn.Linear(D, C, bias=i == 0) for i in range(4)))

    def forward(self, x, edges, w):
        n = x.size(0)
        d = scatter(w, edges[1], n)
        r = d.pow(-0.5).masked_fill(d == 0, 0.0)
        nrm = (r[edges[0]] * w * r[edges[1]])[:, None]
        out = self.ls[0](x)
        for l in self.ls[1:]:
            x = scatter(nrm * x[edges[0]], edges[1], n)
            out = out + l(x)
        return F.log_softmax(out, 1)


class ArmaLike(nn.Module):

    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3, D, H) / 3)
        self.v = nn.Parameter(torch.randn(3, D, H) / 3)
        self.o = nn.Linear(H, C)

    def forward(self, x, edges):
        n = x.size(0)
        d = scatter(torch.ones(edges.size(1)), edges[1], n).rsqrt()
        nrm = (d[edges[0]] * d[edges[1]]).view(-1, 1)
        h = torch.matmul(x.unsqueeze(0), self.w)
        p = scatter((h[:, edges[0]] * nrm).transpose(0, 1), edges[1], n).transpose(0, 1)
        return self.o(F.relu(p + x @ self.v).mean(0))


class Moments(nn.Module):
    """softmax aggregation (GEN) and powers, with shift by the largest at each node, dense"""

    def __init__(self):
        super().__init__()
        self.l, self.o = (nn.Linear(D, H), nn.Linear(H, C))
        self.t = nn.Parameter(torch.tensor(0.7))

    def forward(self, x, edges):
        n = x.size(0)
        m = F.relu(self.l(x))[edges[0]] + 1e-07
        e = torch.exp(self.t * m)
        z = scatter(e, edges[1], n)
        return self.o(scatter(m * (e / z[edges[1]]), edges[1], n) + scatter(m.clamp(1e-07, 10.0).pow(3.0), edges[1], n, "mean").clamp(1e-07, 1e3).pow(1 / 3.0))


class NormalizedHeads(nn.Module):
    """BatchNorm over a 3d tensor of heads"""

    def __init__(self):
        super().__init__()
        self.l, self.b, self.o = (nn.Linear(D, 2 * H), nn.BatchNorm1d(2), nn.Linear(2 * H, C))
        self.b.running_mean.normal_()
        self.b.running_var.uniform_(0.5, 2)

    def forward(self, x, edges):
        h = scatter(self.l(x)[edges[0]], edges[1], x.size(0)).view(-1, 2, H)
        return self.o(self.b(h).flatten(1))
EDGES, WEIGHTS, TYPES = (["edge_index"], ["edge_index", "edge_weight"], ["edge_index", "edge_type"])


def variants():
    """Name, model, the inputs it takes besides x, opset, whether axes are dynamic."""
    yield ("index-add", IndexAdd(), EDGES, 16, True)
    yield ("index-put", IndexPut(), EDGES, 16, True)
    yield ("int32", Int32(), EDGES, 16, True)
    yield ("transposed", Transposed(), EDGES, 17, True)
    for s in (11, 12, 13, 14, 15):
        yield ("one-hot-%d" % s, OneHot(), EDGES, s, s % 2 == 1)
    yield ("einsum", EinsumAttention(), EDGES, 16, True)
    yield ("einsum-implicit", EinsumImplicit(), EDGES, 16, True)
    yield ("masked", Masked(), EDGES, 16, True)
    yield ("no-loops-mask", NoLoopsByMask(), EDGES, 16, True)
    yield ("both-ways", BothWays(), EDGES, 16, True)
    yield ("multi-out", MultiOut(), EDGES, 16, True)
    yield ("messages-half", HalfMessages(), EDGES, 16, True)
    yield ("distances", Distances(), EDGES, 16, True)
    yield ("squared", Squared(), EDGES, 16, True)
    yield ("fake-round", RoundedWithin(), EDGES, 16, True)
    yield ("dense-gat", DenseGat(), EDGES, 16, True)
    yield ("dense-max", DenseMax(), EDGES, 16, True)
    yield ("group-norm", GroupNormed(), EDGES, 16, True)
    yield ("instance-norm", InstanceNormed(), EDGES, 16, True)
    yield ("gps", Gps(), EDGES, 16, True)
    yield ("encoder-fixed", Encoder(), EDGES, 16, False)
    yield ("edge-embedding-typed", EdgeEmbedding(), TYPES, 16, True)
    yield ("film", Film(), EDGES, 16, True)
    yield ("res-gated", ResGated(), EDGES, 17, True)
    yield ("agnn", Agnn(), EDGES, 16, True)
    yield ("cosine", Cosine(), EDGES, 16, True)
    yield ("diff-pool", DiffPool(), EDGES, 16, True)
    yield ("mix-hop", MixHop(), EDGES, 16, True)
    yield ("dagnn", Dagnn(), EDGES, 16, True)
    yield ("statistics", Statistics(), EDGES, 16, True)
    yield ("activations", Activations(), EDGES, 16, True)
    yield ("glu", Glu(), EDGES, 16, True)
    yield ("batched", Batched(), EDGES, 16, True)
    yield ("gcn-row", GcnRow(), EDGES, 16, True)
    yield ("virtual-mean", VirtualMean(), EDGES, 16, True)
    yield ("jk-attention", JkAttention(), EDGES, 16, True)
    yield ("gine2-weighted", GineOther(), WEIGHTS, 16, True)
    yield ("tag-weighted", Tag(), WEIGHTS, 16, True)
    yield ("arma", ArmaLike(), EDGES, 16, True)
    yield ("moments", Moments(), EDGES, 16, True)
    yield ("heads-bn", NormalizedHeads(), EDGES, 16, True)
