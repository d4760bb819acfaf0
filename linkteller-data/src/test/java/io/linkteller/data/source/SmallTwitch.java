package io.linkteller.data.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Four nodes in Twitch's file format, for a country XX. */
public final class SmallTwitch {

  public static final Map<String, String> FILES =
      Map.of(
          "edges.csv",
          "from,to\n0,1\n2,1\n3,0\n",
          "target.csv",
          """
          id,days,mature,views,partner,new_id
          105,77,False,1200,False,3
          101,1500,True,4405,False,0
          104,61,False,9,True,2
          102,768,False,164810,True,1
          104,61,True,9,True,2
          """,
          "features.json",
          "{\"2\": [0, 1], \"0\": [5, 2, 5], \"1\": [3169, 3169], \"3\": []}");

  public static final List<String> NAMES = List.of("edges.csv", "features.json", "target.csv");

  private SmallTwitch() {}

  public static void write(Path directory) {
    FILES.forEach((name, content) -> write(directory, name, content));
  }

  public static void write(Path directory, String name, String content) {
    try {
      Files.createDirectories(directory.resolve("XX"));
      Files.writeString(file(directory, name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Path file(Path directory, String name) {
    return directory.resolve("XX").resolve("musae_XX_" + name);
  }
}
