"""Writes sage-max.pt, sage-max.onnx and sage-max.json with PyTorch 1.13: GraphSAGE with maxima, as
PyTorch Geometric computes and names it, on a random graph whose last node has no neighbors."""
import json

import torch


class SAGEConv(torch.nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.lin_l = torch.nn.Linear(d_in, d_out)
        self.lin_r = torch.nn.Linear(d_in, d_out, bias=False)

    def forward(self, x, edge_index):
        source, target = edge_index
        if torch.onnx.is_in_onnx_export():
            # PyTorch 1.13 can't export the maximum of scatter_reduce.
            n = x.shape[0]
            mask = torch.zeros(n, n).index_put((target, source), torch.ones_like(source, dtype=x.dtype))
            sent = torch.where(mask.unsqueeze(2) > 0, x.unsqueeze(0), torch.tensor(-1e30)).amax(1)
            near = torch.where(mask.sum(1, keepdim=True) > 0, sent, torch.zeros(1))
        else:
            index = target.unsqueeze(1).expand(-1, x.shape[1])
            near = torch.zeros_like(x).scatter_reduce(
                0, index, x[source], reduce="amax", include_self=False)
        return self.lin_l(near) + self.lin_r(x)


class Sage(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = SAGEConv(5, 8)
        self.conv2 = SAGEConv(8, 3)

    def forward(self, x, edge_index):
        return self.conv2(self.conv1(x, edge_index).relu(), edge_index)


torch.manual_seed(7)
n = 25
x = torch.randn(n, 5)
upper = torch.triu(torch.rand(n, n) < 0.15, 1)
upper[:, n - 1] = False
pairs = upper.nonzero().t()
edge_index = torch.cat([pairs, pairs.flip(0)], 1)
model = Sage().eval()
with torch.no_grad():
    logits = model(x, edge_index)
torch.save(model.state_dict(), "sage-max.pt")
torch.onnx.export(
    model, (x, edge_index), "sage-max.onnx", opset_version=17,
    input_names=["x", "edge_index"], output_names=["logits"],
    dynamic_axes={"x": {0: "n"}, "edge_index": {1: "m"}, "logits": {0: "n"}})
with open("sage-max.json", "w") as out:
    json.dump({"x": x.tolist(), "edges": pairs.t().tolist(), "logits": logits.tolist()}, out)
