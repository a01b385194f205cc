import { Transaction } from "bitcoinjs-lib";
import { describe, expect, test } from "vitest";
import { readPrivateKey } from "../../src/bitcoin/index.js";
import { isValidSignature, signInput } from "../../src/bitcoin/signatures/signatures.js";
import { getTaprootKey, hex } from "./reference-implementation.js";

/** The unsigned transaction of the BIP-341 key path vectors, and its spent outputs. */
const transaction = Transaction.fromHex(
  "02000000097de20cbff686da83a54981d2b9bab3586f4ca7e48f57f5b55963115f3b334e9c010000000000000000d7b7cab57b1393ace2d064f4d4a2cb8af6def61273e127517d44759b6dafdd990000000000fffffffff8e1f583384333689228c5d28eac13366be082dc57441760d957275419a418420000000000fffffffff0689180aa63b30cb162a73c6d2a38b7eeda2a83ece74310fda0843ad604853b0100000000feffffffaa5202bdf6d8ccd2ee0f0202afbbb7461d9264a25e5bfd3c5a52ee1239e0ba6c0000000000feffffff956149bdc66faa968eb2be2d2faa29718acbfe3941215893a2a3446d32acd050000000000000000000e664b9773b88c09c32cb70a2a3e4da0ced63b7ba3b22f848531bbb1d5d5f4c94010000000000000000e9aa6b8e6c9de67619e6a3924ae25696bb7b694bb677a632a74ef7eadfd4eabf0000000000ffffffffa778eb6a263dc090464cd125c466b5a99667720b1c110468831d058aa1b82af10100000000ffffffff0200ca9a3b000000001976a91406afd46bcdfd22ef94ac122aa11f241244a37ecc88ac807840cb0000000020ac9a87f5594be208f8532db38cff670c450ed2fea8fcdefcc9a663f78bab962b0065cd1d",
);
const spent = [
  ["512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343", 420_000_000n],
  ["5120147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3", 462_000_000n],
  ["76a914751e76e8199196d454941c45d1b3a323f1433bd688ac", 294_000_000n],
  ["5120e4d810fd50586274face62b8a807eb9719cef49c04177cc6b76a9a4251d5450e", 504_000_000n],
  ["512091b64d5324723a985170e4dc5a0f84c041804f2cd12660fa5dec09fc21783605", 630_000_000n],
  ["00147dd65592d0ab2fe0d0257d571abf032cd9db93dc", 378_000_000n],
  ["512075169f4001aa68f15bbed28b218df1d0a62cbbcf1188c6665110c293c907b831", 672_000_000n],
  ["5120712447206d7a5238acc7ff53fbe94a3b64539ad291c7cdbc490b7577e4b17df5", 546_000_000n],
  ["512077e30a5522dd9f894c3f8b8bd4c4b2cf82ca7da8a3ea6a239655c39c050ab220", 588_000_000n],
].map(([script, value]) => ({ script: hex.decode(script as string), value: value as bigint }));

const vectors = [
  {
    index: 0,
    type: 3,
    secret: "6b973d88838f27366ed61c9ad6367663045cb456e28335c109e30717ae0c6baa",
    witness:
      "ed7c1647cb97379e76892be0cacff57ec4a7102aa24296ca39af7541246d8ff14d38958d4cc1e2e478e4d4a764bbfd835b16d4e314b72937b29833060b87276c03",
  },
  {
    index: 3,
    type: 1,
    secret: "d3c7af07da2d54f7a7735d3d0fc4f0a73164db638b2f2f7c43f711f6d4aa7e64",
    merkleRoot: "c525714a7f49c28aedbbba78c005931a81c234b2f6c99a73e4d06082adc8bf2b",
    witness:
      "ff45f742a876139946a149ab4d9185574b98dc919d2eb6754f8abaa59d18b025637a3aa043b91817739554f4ed2026cf8022dbd83e351ce1fabc272841d2510a01",
  },
  {
    index: 4,
    type: 0,
    secret: "f36bb07a11e469ce941d16b63b11b9b9120a84d9d87cff2c84a8d4affb438f4e",
    merkleRoot: "ccbd66c6f7e8fdab47b3a486f59d28262be857f30d4773f2d5ea47f7761ce0e2",
    witness:
      "b4010dd48a617db09926f729e79c33ae0b4e94b79f04a1ae93ede6315eb3669de185a17d2b0ac9ee09fd4c64b678a0b61a0a86fa888a273c8511be83bfd6810f",
  },
] as const;

describe("the key path vectors of BIP-341", () => {
  test.each(vectors)("signs input $index with sighash type $type as in the BIP", (vector) => {
    const { index, type, secret, witness } = vector;
    const root = "merkleRoot" in vector ? hex.decode(vector.merkleRoot) : undefined;
    expect(hex.encode(getTaprootKey(hex.decode(secret), root))).toBe(
      hex.encode(spent[index]?.script as Uint8Array).slice(4),
    );
    const input = { transaction, index, spent };
    const signature = signInput(input, readPrivateKey(secret), type, root);
    expect(hex.encode(signature)).toBe(witness);
    expect(isValidSignature(input, signature, undefined)).toBe(true);
  });

  test.each(vectors)(
    "rejects the signature of input $index for another value, script or input",
    ({ index, witness }) => {
      const signature = hex.decode(witness);
      const isValid = (change: Partial<(typeof spent)[number]>, at: number = index) => {
        const changed = spent.map((output, i) => (i === index ? { ...output, ...change } : output));
        const input = { transaction, index: at, spent: changed };
        return isValidSignature(input, signature, undefined);
      };
      expect(isValid({})).toBe(true);
      expect(isValid({ value: 1n })).toBe(false);
      expect(isValid({ script: spent[1]?.script as Uint8Array })).toBe(false);
      expect(isValid({}, 1)).toBe(false);
    },
  );
});
