import * as ecc from "@bitcoinerlab/secp256k1";
import { bech32, bech32m } from "@scure/base";
import { address, initEccLib, networks, Psbt } from "bitcoinjs-lib";
import fc from "fast-check";
import { expect } from "vitest";
import {
  checkBitcoinAddress,
  describePsbt,
  isBitcoinAddress as isAddressWithPeers,
  signPsbt,
} from "../../../src/bitcoin/index.js";
import { isBitcoinAddress, isBursarError } from "../../../src/index.js";
import { bitcoinAddressPattern } from "../../../src/shared/bitcoin-pattern.js";
import {
  buildPsbt,
  keyA,
  receiverAddress,
  receiverScript,
  secretA,
  secretB,
} from "../../bitcoin/build-psbt.js";
import {
  base58check,
  deriveAddress,
  hex,
  type Kind,
} from "../../bitcoin/reference-implementation.js";
import { fuzzTarget } from "../fuzz.js";
import { hostileText } from "../random-json.js";

initEccLib(ecc);

const orUndefined = <T>(run: () => T): T | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};

const bytes = (minLength: number, maxLength = minLength) => fc.uint8Array({ minLength, maxLength });
const kind = fc.constantFrom<Kind>("P2PKH", "P2WPKH", "P2TR");
const key = fc.tuple(bytes(32), kind).map(([secret, of]) => {
  secret[0] = 1;
  return deriveAddress(secret, of);
});
const valid = fc.oneof(
  key,
  fc.tuple(fc.constantFrom(0, 5, 111, 196, 255), bytes(19, 21)).map(([version, hash]) => {
    return base58check.encode(Uint8Array.of(version, ...hash));
  }),
  fc
    .record({
      version: fc.integer({ min: 0, max: 17 }),
      program: fc.oneof(bytes(20), bytes(32), bytes(1, 41)),
      prefix: fc.constantFrom("bc", "tb", "bcrt"),
      codec: fc.constantFrom(bech32, bech32m),
    })
    .map(({ version, program, prefix, codec }) =>
      codec.encode(prefix as "bc", [version, ...bech32.toWords(program)], 120),
    ),
);
const edits = fc.array(
  fc.record({
    at: fc.nat(),
    length: fc.nat(2),
    text: fc.oneof(hostileText, fc.constantFrom(..."1qpzQ0OIl ")),
  }),
  { maxLength: 2 },
);
const text = fc.oneof(
  valid,
  key,
  valid.map((each) => each.toUpperCase()),
  fc.tuple(valid, edits).map(([each, changes]) =>
    changes.reduce((now, { at, length, text: inserted }) => {
      const place = at % (now.length + 1);
      return now.slice(0, place) + inserted + now.slice(place + length);
    }, each),
  ),
  hostileText,
);

const bitcoinAddressesTarget = fuzzTarget(
  "accepts the addresses of bitcoinjs-lib that can be spent from and are in lower case",
  {
    kept: "bitcoin-addresses",
    runs: 100,
    accepted: 0.1,
    input: fc.record({ text, network: fc.constantFrom("mainnet", "testnet", "regtest") }),
    check: ({ text: given, network }) => {
      const check = checkBitcoinAddress(given, { network: network as "mainnet" });
      const params = network === "mainnet" ? networks.bitcoin : networks[network as "testnet"];
      const warn = console.warn;
      console.warn = () => {};
      const script = orUndefined(() => address.toOutputScript(given, params));
      console.warn = warn;
      // Versions that have no rules yet, and the spelling that the service rejects.
      const isFuture =
        script !== undefined &&
        (script[0] as number) > 0x51 &&
        script[0] !== 0xa9 &&
        script[0] !== 0x76;
      const isUpper = network === "mainnet" && /^BC1/.test(given);
      expect(check.valid).toBe(script !== undefined && !isFuture && !isUpper);
      if (network === "mainnet") {
        const isPayable = script !== undefined && bitcoinAddressPattern.test(given);
        expect([isBitcoinAddress(given), isAddressWithPeers(given)]).toEqual([
          isPayable,
          isPayable,
        ]);
      }
      return check.valid;
    },
  },
);

const { psbt } = buildPsbt(
  [
    { secret: secretA, kind: "P2WPKH", value: 100_000n, give: "both" },
    { secret: secretA, kind: "P2TR", value: 50_000n, give: "both" },
    { secret: secretA, kind: "P2PKH", value: 40_000n, give: "previous" },
    { secret: secretB, kind: "P2WPKH", value: 30_000n, give: "previous" },
  ],
  [
    { script: receiverScript, value: 150_000n },
    { script: hex.decode(`0014${"22".repeat(20)}`), value: 65_000n },
  ],
);
const original = psbt.toBuffer();
const outputs = psbt.txOutputs.map(({ script, value }) => ({ script: hex.encode(script), value }));
const change = fc.record({
  kind: fc.constantFrom("bit", "bit", "bit", "byte", "insert", "cut", "copy"),
  at: fc.nat(original.length - 1),
  value: fc.nat(255),
});

function edit(
  given: number[],
  { kind: how, at, value }: typeof change extends fc.Arbitrary<infer C> ? C : never,
): number[] {
  const place = at % Math.max(1, given.length);
  const copy = [...given];
  if (how === "bit") copy[place] = (copy[place] as number) ^ (1 << (value % 8));
  else if (how === "byte") copy[place] = value;
  else if (how === "insert") copy.splice(place, 0, value);
  else if (how === "cut") copy.splice(place, 1 + (value % 4));
  else copy.splice(place, 0, ...copy.slice(value, value + 40));
  return copy;
}

const changedPsbt = fc
  .array(change, { maxLength: 2 })
  .map((changes) => hex.encode(Uint8Array.from(changes.reduce(edit, [...original]))));

const psbtTarget = fuzzTarget(
  "describes the outputs and inputs that bitcoinjs-lib parses, or rejects the PSBT",
  {
    kept: "psbt",
    runs: 20,
    accepted: 0.1,
    input: changedPsbt,
    check: (given) => {
      const parsed = orUndefined(() => Psbt.fromHex(given));
      let described: ReturnType<typeof describePsbt>;
      try {
        described = describePsbt(given, { owner: keyA });
      } catch (error) {
        if (!isBursarError(error)) throw error;
        return false;
      }
      if (!parsed) return expect.unreachable("described what bitcoinjs-lib does not parse");
      const seen = described.outputs.map(({ script, value }) => ({ script, value }));
      expect(seen).toEqual(
        parsed.txOutputs.map(({ script, value }) => ({ script: hex.encode(script), value })),
      );
      expect(described.inputs.map(({ txid, vout }) => ({ txid, vout }))).toEqual(
        parsed.txInputs.map(({ hash, index }) => ({
          txid: hex.encode(Uint8Array.from(hash).reverse()),
          vout: index,
        })),
      );
      return true;
    },
  },
);

const psbtSigningTarget = fuzzTarget("signs only a PSBT with the expected outputs", {
  kept: "psbt-signing",
  runs: 8,
  input: changedPsbt,
  check: (given) => {
    try {
      const signed = signPsbt(given, keyA, {
        expect: {
          outputs: [
            { address: receiverAddress, value: 150_000n },
            {
              address: address.fromOutputScript(hex.decode(outputs[1]?.script ?? "")),
              value: 65_000n,
            },
          ],
        },
        maxFee: 5_000n,
      });
      const parsed = Psbt.fromBase64(signed.psbt);
      const seen = parsed.txOutputs.map(({ script, value }) => ({
        script: hex.encode(script),
        value,
      }));
      expect(seen.sort((a, b) => Number(b.value - a.value))).toEqual(outputs);
      return true;
    } catch (error) {
      if (!isBursarError(error)) throw error;
      return false;
    }
  },
});

export const bitcoinTargets = [bitcoinAddressesTarget, psbtTarget, psbtSigningTarget];
