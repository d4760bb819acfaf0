package io.linkteller.data.csv;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.source.DatasetFiles;
import io.linkteller.file.ReadingBudget;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * An adjacency matrix in Matrix Market's coordinate format. Rows are sources.
 *
 * @param symmetric whether an entry (i, j) also represents the entry (j, i)
 * @param size n, the number of rows and columns
 * @param entries three consecutive numbers for each entry: the row and the column, both counted
 *     from 0, and the value
 */
record MatrixMarketFile(boolean symmetric, int size, DoubleArrayList entries) {

  static final String MARK = "%%MatrixMarket";

  static MatrixMarketFile read(Path file) {
    ReadingBudget budget = DatasetFiles.budget(file);
    long line = 1;
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(DatasetFiles.open(file), StandardCharsets.ISO_8859_1))) {
      String header = String.valueOf(in.readLine()).toLowerCase(Locale.ROOT);
      if (!header.matches(
          "%%matrixmarket matrix coordinate (real|integer|pattern) (general|symmetric)\\s*")) {
        throw DatasetFormatException.atLine(
            file,
            1,
            "expected a real, integer or pattern coordinate matrix that is general or symmetric");
      }
      boolean pattern = header.contains("pattern");
      int size = -1;
      DoubleArrayList entries = new DoubleArrayList();
      for (String text = in.readLine(); text != null; text = in.readLine()) {
        line++;
        if (text.isBlank() || text.startsWith("%")) {
          continue;
        }
        String[] fields = text.strip().split("\\s+", -1);
        if (fields.length != (size < 0 || !pattern ? 3 : 2)) {
          throw DatasetFormatException.atLine(file, line, "found " + fields.length + " numbers");
        }
        if (size < 0) {
          size = Integer.parseInt(fields[0]);
          if (!fields[1].equals(fields[0])) {
            throw DatasetFormatException.atLine(file, line, "expected as many columns as rows");
          }
          continue;
        }
        budget.take(3L * 2 * Double.BYTES);
        entries.add(Integer.parseInt(fields[0]) - 1);
        entries.add(Integer.parseInt(fields[1]) - 1);
        entries.add(pattern ? 1 : Double.parseDouble(fields[2]));
      }
      return new MatrixMarketFile(header.contains("symmetric"), size, entries);
    } catch (NumberFormatException e) {
      throw DatasetFormatException.at(
          file, "line " + line, "expected numbers: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int count() {
    return entries.size() / 3;
  }

  double at(int entry, int column) {
    return entries.getDouble(3 * entry + column);
  }
}
