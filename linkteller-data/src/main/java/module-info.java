/**
 * Data sets, read from files or generated, and models in ONNX and PyTorch files. Start with {@link
 * io.linkteller.data}.
 */
module io.linkteller.data {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires transitive io.linkteller.models;
  requires com.fasterxml.jackson.core;
  requires de.siegmar.fastcsv;
  requires pickle;

  exports io.linkteller.data.onnx;
  exports io.linkteller.data.statedict;
  exports io.linkteller.data;
  exports io.linkteller.data.binary;
  exports io.linkteller.data.csv;
  exports io.linkteller.data.graphsaint;
  exports io.linkteller.data.numpy;
  exports io.linkteller.data.planetoid;
  exports io.linkteller.data.synthetic;
  exports io.linkteller.data.twitch;
}
