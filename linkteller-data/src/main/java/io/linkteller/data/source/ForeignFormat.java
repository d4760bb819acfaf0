package io.linkteller.data.source;

import io.linkteller.data.DatasetFormatException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Formats that are recognized by their content but not supported, with the Python code that
 * converts them.
 */
public enum ForeignFormat {
  MATLAB(
      "MATLAB 5.0",
      "a MATLAB file",
      of(
          "m = scipy.io.loadmat(%s)",
          "m['features'].toarray()", "m['homo'].nonzero()", "m['label'].ravel()")),
  HDF5(
      "\u0089HDF",
      "HDF5, such as a MATLAB 7.3 file",
      of("m = h5py.File(%s)", "m['x'][:]", "m['edge_index'][:]", "m['y'][:]")),
  GEXF("<gexf", "GEXF", "g = networkx.read_gexf(%s)\nnetworkx.write_graphml(g, 'graph.graphml')"),
  PYTORCH(
      "/data.pkl",
      "a PyTorch file",
      of(
          "d = torch.load(%s, weights_only=False)",
          "d.x.numpy()", "d.edge_index.numpy()", "d.y.numpy()")),
  PICKLE(
      "\u0080",
      "a pickle",
      of("d = pickle.load(open(%s, 'rb'))", "d.x.numpy()", "d.edge_index.numpy()", "d.y.numpy()")),
  BZIP2("BZh", "bzip2", "open('table.csv', 'wb').write(bz2.open(%s).read())"),
  XZ("\u00fd7zXZ", "xz", "open('table.csv', 'wb').write(lzma.open(%s).read())"),
  PAJEK(
      "*vertices",
      "Pajek",
      "g = networkx.Graph(networkx.read_pajek(%s))\nnetworkx.write_graphml(g, 'graph.graphml')"),
  NODE_LINK(
      "\"nodes\"",
      "JSON",
      "g = networkx.node_link_graph(json.load(open(%s)))\nnetworkx.write_graphml(g, 'graph.graphml')"),
  PARQUET("PAR1", "Parquet", "t = pandas.read_parquet(%s)\nt.to_csv('table.csv', index=False)"),
  EXCEL(
      "[Content_Types].xml",
      "an Excel workbook",
      "t = pandas.read_excel(%s)\nt.to_csv('table.csv', index=False)"),
  GNN_BENCHMARK(
      "adj_indices.npy",
      "a gnn-benchmark archive",
      of(
          "d = numpy.load(%s); csr = lambda k: scipy.sparse.csr_matrix((d[k + '_data'], d[k + '_indices'], d[k + '_indptr']), d[k + '_shape'])",
          "csr('attr').toarray()", "csr('adj').nonzero()", "d['labels']"));

  private final String mark;
  private final String title;
  private final String python;

  ForeignFormat(String mark, String title, String python) {
    this.mark = mark;
    this.title = title;
    this.python = python;
  }

  private static String of(String load, String x, String edges, String y) {
    return load + "\nnumpy.savez('graph.npz', x=" + x + ", edge_index=" + edges + ", y=" + y + ")";
  }

  /** Returns whether a file that begins with these bytes, one per character, has this format. */
  private boolean isBeginning(String bytes) {
    return switch (this) {
      case MATLAB, HDF5, PICKLE, PARQUET, BZIP2, XZ -> bytes.startsWith(mark);
      case PAJEK -> bytes.regionMatches(true, 0, mark, 0, mark.length());
      case NODE_LINK -> bytes.startsWith("{") && bytes.contains(mark);
      case GEXF ->
          bytes
                  .replace("\0", "")
                  .stripLeading()
                  .matches("(?s)(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\\s*<.*")
              && bytes.replace("\0", "").toLowerCase(Locale.ROOT).contains(mark);
      case PYTORCH, EXCEL, GNN_BENCHMARK -> bytes.startsWith("PK\3\4") && bytes.contains(mark);
    };
  }

  /**
   * Rejects a file in one of these formats, with the Python code that converts it.
   *
   * @throws DatasetFormatException if the file is missing or in one of these formats
   */
  public static void refuse(Path file) {
    DatasetFiles.requireFile(file);
    String bytes = new String(DatasetFiles.beginning(file), StandardCharsets.ISO_8859_1);
    for (ForeignFormat each : values()) {
      if (each.isBeginning(bytes)) {
        String name = "'" + file.getFileName() + "'";
        throw DatasetFormatException.inFile(
            file,
            "this is %s, which is not supported; convert it with Python: %s"
                .formatted(each.title, each.python.formatted(name).replace("\n", "; ")));
      }
    }
  }
}
