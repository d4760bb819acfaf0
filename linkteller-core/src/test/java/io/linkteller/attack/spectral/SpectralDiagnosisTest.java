package io.linkteller.attack.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpectralDiagnosisTest {

  @ParameterizedTest
  @CsvSource({
    "0,      0,    true,  false",
    "0,      1e-9, true,  true",
    "0.2,    0.4,  true,  false",
    "0.2,    0.41, true,  true",
    "0.4999, 1,    true,  true",
    "0.5,    1,    false, false",
    "0.5,    5,    false, false",
    "0.3,    Infinity, true,  true",
    "0.6,    Infinity, false, false"
  })
  void aGraphIsReadBelowAHalfAndClearBelowHalfOfItsRival(
      double misfit, double rival, boolean read, boolean clear) {
    SpectralDiagnosis diagnosis =
        new SpectralDiagnosis(Propagation.SUM, 2, misfit, misfit, rival, 0, 0.1);
    assertEquals(read, diagnosis.isRead());
    assertEquals(clear, diagnosis.isClear());
  }
}
