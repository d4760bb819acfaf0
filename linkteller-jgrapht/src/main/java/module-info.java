/**
 * JGraphT graphs, and GraphML and GML files: {@link io.linkteller.jgrapht.VertexGraph}, {@link
 * io.linkteller.jgrapht.GraphFile}.
 */
module io.linkteller.jgrapht {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires io.linkteller.data;
  requires transitive org.jgrapht.core;
  requires org.jgrapht.io;
  requires java.xml;

  exports io.linkteller.jgrapht;
}
