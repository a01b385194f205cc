import { secp256k1 } from "@noble/curves/secp256k1.js";
import * as viem from "viem";
import * as accounts from "viem/accounts";
import { expect, test } from "vitest";
import { runBlock } from "../../scripts/run-block.mjs";
import {
  createAuthorization,
  delegate,
  wrapForAccount,
} from "../../src/sandbox/operations/user-operation.js";
import {
  type AccountSigner,
  type Signer,
  signAuthorization,
  signTypedData,
  signUserOperation,
} from "../../src/tasks/index.js";
import { findBlocks } from "./markdown.js";

type FromKms = (
  publicKey: Uint8Array,
  signDigest: (digest: Uint8Array) => Promise<Uint8Array>,
) => AccountSigner;

/** The function as the page shows it. */
async function readAdapter(): Promise<FromKms> {
  const block = findBlocks("docs/signers.md").find(({ code }) => code.includes("fromKms.name"));
  const code = (block?.code ?? "").replace(/^console.*$/m, "");
  let fromKms: FromKms | undefined;
  const modules = { viem, "viem/accounts": accounts };
  await runBlock(`${code}\nkeep(fromKms);`, modules, {
    keep: (value: FromKms) => {
      fromKms = value;
    },
  });
  if (!fromKms) throw new TypeError("the page defines no fromKms");
  return fromKms;
}

const order = secp256k1.Point.Fn.ORDER;
/** What comes before the 65 bytes of a public key of secp256k1 in DER. */
const derHeader = "0x3056301006072a8648ce3d020106052b8104000a034200";

/** A key as a KMS holds it. It signs with a high `s` if `isHigh`, and the same for each `seed`. */
function createKms(seed: string, isHigh: boolean) {
  const secret = viem.keccak256(viem.toHex(seed));
  const { address, publicKey } = accounts.privateKeyToAccount(secret);
  const sign = async (digest: Uint8Array) => {
    const bytes = secp256k1.sign(digest, viem.hexToBytes(secret), { prehash: false, lowS: true });
    const { r, s } = secp256k1.Signature.fromBytes(bytes);
    return new secp256k1.Signature(r, isHigh ? order - s : s).toBytes("der");
  };
  return { address, der: viem.hexToBytes(viem.concat([derHeader, publicKey])), sign };
}

const ways = [
  { s: "low", isHigh: false },
  { s: "high", isHigh: true },
];

test.each(ways)("the signer for a KMS in docs/signers.md signs with a $s s", async ({ isHigh }) => {
  const fromKms = await readAdapter();
  const { address, der, sign } = createKms("a key", isHigh);
  const signer: Signer = fromKms(der, sign);
  expect(signer.address).toBe(address);
  // One hash per length of the signature: its numbers have 31, 32 or 33 bytes.
  const hashes = new Map<number, viem.Hex>();
  for (let round = 0; round < 400; round++) {
    const raw = viem.keccak256(viem.toHex(`a hash ${round}`));
    const signature = await sign(viem.hashMessage({ raw }, "bytes"));
    hashes.set(signature.length, raw);
  }
  expect(hashes.size).toBeGreaterThan(2);
  for (const hash of hashes.values()) {
    const signature = await signUserOperation(hash, signer);
    expect(viem.hexToBigInt(viem.parseSignature(signature).s)).toBeLessThan(order / 2n);
  }
});

test("the signer for a KMS in docs/signers.md signs orders and authorizations", async () => {
  const fromKms = await readAdapter();
  const { address, der, sign } = createKms("a key", true);
  const signer: Signer = fromKms(der, sign);
  const typedData = wrapForAccount(137, address, "an order");
  expect(await signTypedData(typedData, signer, { chainId: 137 })).toMatch(/^0x/);
  const authorization = createAuthorization(137, 0);
  const signed = signAuthorization(authorization, signer, { chainId: 137, delegates: [delegate] });
  await expect(signed).resolves.toBeDefined();
});

test("the signer for a KMS in docs/signers.md rejects the signature of another key", async () => {
  const fromKms = await readAdapter();
  const { sign } = createKms("another key", false);
  const signer = fromKms(createKms("a key", false).der, sign);
  await expect(signUserOperation(viem.keccak256("0x01"), signer)).rejects.toMatchObject({
    cause: { message: expect.stringContaining("the KMS did not sign with the key of 0x") },
  });
});
