package io.linkteller.data.published;

import io.linkteller.data.published.PublicDataset.DataFile;
import io.linkteller.data.published.PublicDataset.Source;
import java.net.URI;
import java.util.List;

/** The files of public data sets with their digests. */
final class PublicDatasets {

  private static final URI TWITCH = URI.create("https://snap.stanford.edu/data/twitch.zip");
  private static final URI PLANETOID =
      URI.create("https://raw.githubusercontent.com/kimiyoung/planetoid/master/data/");

  private static final List<DataFile> TWITCH_FILES =
      List.of(
          file(
              "ES/musae_ES_edges.csv",
              "twitch/ES/musae_ES_edges.csv",
              563_757,
              "17801d2cc45fc4909a431ce7a190c0565d4af87b0548ca7705cf2bef7da4c884"),
          file(
              "ES/musae_ES_features.json",
              "twitch/ES/musae_ES_features.json",
              545_028,
              "598a610ef7e0469c5ad800c11f7ad89797e6a27d7d66b670782a5516cc344725"),
          file(
              "ES/musae_ES_target.csv",
              "twitch/ES/musae_ES_target.csv",
              165_932,
              "f843427bae58289100e78c6c211fa4a1ae0d5fbf2c665841df9e390b00dcffb5"),
          file(
              "RU/musae_RU_edges.csv",
              "twitch/RU/musae_RU_edges.csv",
              351_398,
              "fd307587a550289f746056ea12a7336171ab2053c9e08c42dba77499126ca5b2"),
          file(
              "RU/musae_RU_features.json",
              "twitch/RU/musae_RU_features.json",
              545_944,
              "c5357468471545a6169de463ef706f321446dc667d9d62d49e68c0b3feef9675"),
          file(
              "RU/musae_RU_target.csv",
              "twitch/RU/musae_RU_target.csv",
              158_570,
              "db7617528355be994352e491e7b25d060fed466d0d81c09cadd90fa10f15c071"),
          file(
              "DE/musae_DE_edges.csv",
              "twitch/DE/musae_DE_edges.csv",
              1_499_865,
              "54feaf3e3e70a485fe07f8611e4d2677841b97f77b8358204bcf4a48cc884d86"),
          file(
              "DE/musae_DE_features.json",
              "twitch/DE/musae_DE.json",
              1_167_905,
              "7b39c42570f05cd46017c765df8d8a1bc03f19787c3eb0f9684f50a52476ae3a"),
          file(
              "DE/musae_DE_target.csv",
              "twitch/DE/musae_DE_target.csv",
              338_721,
              "2188f58a093bb9db363d3eaf7c3a52c2adc8ff6b23cbcb4f53875f87061c0321"),
          file(
              "FR/musae_FR_edges.csv",
              "twitch/FR/musae_FR_edges.csv",
              1_090_900,
              "9924263f7e8edaa7278dcbc37bd90c8712cb0ea1726d85e054a5588b7959f887"),
          file(
              "FR/musae_FR_features.json",
              "twitch/FR/musae_FR_features.json",
              781_778,
              "b6ecbefd5606f46d30a9b4be7b574e5427d9e0314f1bd6a1861942ae718d3573"),
          file(
              "FR/musae_FR_target.csv",
              "twitch/FR/musae_FR_target.csv",
              234_662,
              "dd0a9e7ba565cbb95ae66003892709742bd08c26387656e3e235fc25205663b4"),
          file(
              "ENGB/musae_ENGB_edges.csv",
              "twitch/ENGB/musae_ENGB_edges.csv",
              342_162,
              "5ea4d7f7267454e9523577eb2a9b4dcb7a22dd660a548240f01b815d08e0e3cc"),
          file(
              "ENGB/musae_ENGB_features.json",
              "twitch/ENGB/musae_ENGB_features.json",
              893_932,
              "efcd846f7b687d299c9c674f3cda43cd70de8307d2558895bddd3645eb38d500"),
          file(
              "ENGB/musae_ENGB_target.csv",
              "twitch/ENGB/musae_ENGB_target.csv",
              253_352,
              "e9d51399878216d2dd662b0a152b602cccde7b5cbb8452cb91d9379f64114443"),
          file(
              "PTBR/musae_PTBR_edges.csv",
              "twitch/PTBR/musae_PTBR_edges.csv",
              275_216,
              "b72d93a3c8a82883771a2f3822fce229885fa0d40367fb105c0535fb36c773b9"),
          file(
              "PTBR/musae_PTBR_features.json",
              "twitch/PTBR/musae_PTBR_features.json",
              229_854,
              "12ba6c60ce009b1bec8fd5ad110539775d14a2b96011df19ba9f72ad1393a406"),
          file(
              "PTBR/musae_PTBR_target.csv",
              "twitch/PTBR/musae_PTBR_target.csv",
              67_878,
              "ecba7d1287e72ae7c3f42c922be475283288c0c67346245c72109690460444bd"));

  private static final List<DataFile> CORA_FILES =
      List.of(
          file(
              "ind.cora.x",
              "ind.cora.x",
              22_119,
              "23cfa55d91c6f624233f5eb7b6e3f141f1bd2b2ae39608a63cf5d084bb27baab"),
          file(
              "ind.cora.y",
              "ind.cora.y",
              4_054,
              "94465c14eb53e04ca262198dcbb2521ee8af60fb3f3d546cd6ca24a511b0e7d1"),
          file(
              "ind.cora.allx",
              "ind.cora.allx",
              257_305,
              "9419ba2f26f5c35243db64aba110e0f35a04851609e0dc5433450676ca6b8543"),
          file(
              "ind.cora.ally",
              "ind.cora.ally",
              47_959,
              "2b998f5cc7fedc86e7f97ca2498f47a1ffc1462c29e2d578b23bf3f62b6e7d71"),
          file(
              "ind.cora.tx",
              "ind.cora.tx",
              148_025,
              "b9afbaa4a400df991f6f02ef677e1e44da55ffc04801fd02f9e673987829226a"),
          file(
              "ind.cora.ty",
              "ind.cora.ty",
              28_135,
              "41f5ac76596a1699cc33f53084a2419e92961c42bb75f36fc38e616d348532ad"),
          file(
              "ind.cora.graph",
              "ind.cora.graph",
              59_847,
              "58f13302f39dde8852dad6fe6d15b89b077b6d7f837626bce671ef80344b383d"),
          file(
              "ind.cora.test.index",
              "ind.cora.test.index",
              5_000,
              "297ce89af2b51a6a194181c7dbe1796c6a1cf9cd9349a88383b1b1e227867875"));

  private static final List<DataFile> CITESEER_FILES =
      List.of(
          file(
              "ind.citeseer.x",
              "ind.citeseer.x",
              31_087,
              "d20de19150741e555de0ed037195630fc194114ebc7fd72ced62810148aa22f6"),
          file(
              "ind.citeseer.y",
              "ind.citeseer.y",
              3_014,
              "8ba87e515d8e3ee3cf52f6d2c5b86aa73f11ecad825a808455209ec26cd54924"),
          file(
              "ind.citeseer.allx",
              "ind.citeseer.allx",
              595_021,
              "2ac30345d95c9ec933a817ee0bdd6a5f077f8c184a20e696910192d534414668"),
          file(
              "ind.citeseer.ally",
              "ind.citeseer.ally",
              55_623,
              "f704b2d986dde6c2669934de1f3ae5696a6cf9455c0f6b2646a2d135ea0a1c95"),
          file(
              "ind.citeseer.tx",
              "ind.citeseer.tx",
              260_321,
              "539a8906a2da97628d212f2fdd668c109a8b3f0d36574b59e5d3fd5b5303da21"),
          file(
              "ind.citeseer.ty",
              "ind.citeseer.ty",
              24_135,
              "55e5bd1ba1e733a04598753ad1a8d57957f4b8f89e74519f41f4f4938767e4ce"),
          file(
              "ind.citeseer.graph",
              "ind.citeseer.graph",
              61_987,
              "d79a4ef9d3e7169aee8946145f6b7306e35bc79bffad26346cfb94e10e9912a7"),
          file(
              "ind.citeseer.test.index",
              "ind.citeseer.test.index",
              5_000,
              "2af990671580b6b2df5d158d1038f8292e30c9cd821b5453f399659b25b723d4"));

  private PublicDatasets() {}

  static PublicDataset twitch() {
    return new PublicDataset("twitch", "twitch", TWITCH_FILES, new Source(TWITCH, true));
  }

  static PublicDataset planetoid(String name) {
    List<DataFile> files = name.equals("cora") ? CORA_FILES : CITESEER_FILES;
    return new PublicDataset(name, "planetoid", files, new Source(PLANETOID, false));
  }

  private static DataFile file(String path, String published, long size, String sha256) {
    return new DataFile(path, published, size, sha256);
  }
}
