import * as ethers from "ethers";
import { describe, expect, test } from "vitest";
import type { TypedData } from "../../src/contract/shared/records.js";
import type { SwapQuote } from "../../src/index.js";
import {
  hashTypedData,
  normaliseTypedData,
  signAuthorization,
  signQuote,
  signTypedData,
  signUserOperation,
} from "../../src/signing/index.js";
import { createCountingSigner, createLimitOrderQuote } from "./quote/test-quotes.js";
import { account, createMailTypedData, hash, key, owner } from "./test-signers.js";

const wallet = new ethers.Wallet(key);

function ethersHash({ domain, types, primaryType, message }: TypedData): string {
  const { EIP712Domain: _, ...others } = types;
  const encoder = ethers.TypedDataEncoder.from(others);
  expect(encoder.primaryType).toBe(primaryType);
  return ethers.TypedDataEncoder.hash(domain as ethers.TypedDataDomain, others, message);
}

describe("EIP-712", () => {
  test("hashes and signs the EIP's example as the EIP states", async () => {
    expect(hashTypedData(createMailTypedData())).toBe(
      "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2",
    );
    // The EIP signs with the key keccak256("cow").
    const cow = ethers.keccak256(ethers.toUtf8Bytes("cow")) as `0x${string}`;
    const { privateKeyToAccount } = await import("viem/accounts");
    expect(await signTypedData(createMailTypedData(), privateKeyToAccount(cow))).toBe(
      "0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c",
    );
  });

  test("hashes and signs nested structs and arrays like ethers", async () => {
    const typedData: TypedData = {
      domain: {
        name: "Groups",
        version: "2",
        chainId: 137,
        verifyingContract: owner,
        salt: `0x${"5a".repeat(32)}`,
      },
      types: {
        Member: [
          { name: "wallets", type: "address[]" },
          { name: "share", type: "int128" },
        ],
        Group: [
          { name: "members", type: "Member[]" },
          { name: "grid", type: "uint8[2][]" },
          { name: "pairs", type: "Member[1][2]" },
          { name: "notes", type: "string[]" },
          { name: "blobs", type: "bytes[]" },
          { name: "roots", type: "bytes32[2]" },
          { name: "flags", type: "bool[]" },
        ],
      },
      primaryType: "Group",
      message: {
        members: [
          {
            wallets: [owner, owner.toLowerCase()],
            share: "-170141183460469231731687303715884105728",
          },
          { wallets: [], share: 5 },
        ],
        grid: [
          [1, "2"],
          ["0xff", 0],
          [3, 4],
        ],
        pairs: [[{ wallets: [], share: 0 }], [{ wallets: [owner], share: -1 }]],
        notes: ["", "ü€😀"],
        blobs: ["0x", "0x00ff"],
        roots: [hash, `0x${"00".repeat(32)}`],
        flags: [true, false],
      },
    };
    expect(hashTypedData(typedData)).toBe(ethersHash(typedData));
    const { types, domain, message } = typedData;
    expect(await signTypedData(typedData, account)).toBe(
      await wallet.signTypedData(domain as never, types, message),
    );
  });

  test("hashes a decimal or hex chain id string like the number", () => {
    const numbers = {
      ...createMailTypedData(),
      domain: { ...createMailTypedData().domain, chainId: 137 },
    };
    for (const chainId of ["137", "0x89"]) {
      expect(
        hashTypedData({
          ...createMailTypedData(),
          domain: { ...createMailTypedData().domain, chainId },
        }),
      ).toBe(ethersHash(numbers));
    }
  });

  test("is signed only for the chain that the caller names, also if that is 0", async () => {
    for (const chainId of [0, 137])
      await expect(
        signTypedData(createMailTypedData(), account, { chainId }),
      ).rejects.toMatchObject({ problems: [{ code: "chain", path: "domain.chainId" }] });
    expect(await signTypedData(createMailTypedData(), account, { chainId: 1 })).toMatch(/^0x/);
  });

  test("keeps every digit of a chain id above 2^53", () => {
    const mail = createMailTypedData();
    const chainId = 2n ** 53n + 1n;
    const withChain = (given: unknown) =>
      ({ ...mail, domain: { ...mail.domain, chainId: given } }) as TypedData;
    expect(hashTypedData(withChain(String(chainId)))).toBe(ethersHash(withChain(chainId)));
    const largest = normaliseTypedData(withChain(String(2n ** 53n - 1n)));
    expect(largest.domain.chainId).toBe(Number.MAX_SAFE_INTEGER);
  });

  test("keeps every digit of an integer string above 2^53", () => {
    const typedData: TypedData = {
      domain: { name: "Orders" } as never,
      types: { Order: [{ name: "amount", type: "uint256" }] },
      primaryType: "Order",
      message: {
        amount: "115792089237316195423570985008687907853269984665640564039457584007913129639935",
      },
    };
    expect(hashTypedData(typedData)).toBe(ethersHash(typedData));
  });

  test("includes an empty name and an empty version in the domain", () => {
    const typedData = { ...createMailTypedData(), domain: { name: "", version: "" } as never };
    expect(hashTypedData(typedData)).toBe(ethersHash(typedData));
  });
});

describe("EIP-191", () => {
  test("signs the 32 bytes of a user operation's hash like ethers, not the text", async () => {
    const signature = await signUserOperation(hash, account);
    expect(signature).toBe(await wallet.signMessage(ethers.getBytes(hash)));
    expect(signature).not.toBe(await wallet.signMessage(hash));
    expect(ethers.verifyMessage(ethers.getBytes(hash), signature)).toBe(owner);
  });
});

describe("EIP-7702", () => {
  const address = "0xd6CEDDe84be40893d153Be9d467CD6aD37875b28";
  test.each([
    { chainId: 1, nonce: 0 },
    { chainId: "137", nonce: "0" },
    { chainId: "0x89", nonce: "0x0" },
    { chainId: 8453, nonce: 127 },
    { chainId: 8453, nonce: 128 },
    { chainId: 42161, nonce: "65536" },
    { chainId: 1, nonce: Number.MAX_SAFE_INTEGER },
  ])(
    "signs chain $chainId and nonce $nonce with the digest and signature of ethers",
    async ({ chainId, nonce }) => {
      const claimed = ethers.hashAuthorization({
        chainId: BigInt(chainId),
        nonce: BigInt(nonce),
        address,
      }) as `0x${string}`;
      const signature = await signAuthorization(
        { chainId, nonce, address, hash: claimed },
        account,
        { delegates: [address] },
      );
      expect(signature).toBe(wallet.signingKey.sign(claimed).serialized);
      expect(
        ethers.verifyAuthorization(
          { chainId: BigInt(chainId), nonce: BigInt(nonce), address },
          signature,
        ),
      ).toBe(owner);
    },
  );
});

test("ignores the letter case of addresses in hashes and signatures", async () => {
  const given = createMailTypedData();
  const wrongChecksum = "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD862";
  const withWallet = (wallet: string) => ({
    ...given,
    message: { ...given.message, from: { name: "Cow", wallet } },
  });
  expect(hashTypedData(withWallet(wrongChecksum))).toBe(
    hashTypedData(withWallet(wrongChecksum.toLowerCase())),
  );
  expect(await signTypedData(withWallet(wrongChecksum), account)).toBe(
    await signTypedData(withWallet(wrongChecksum.toLowerCase()), account),
  );
  expect(normaliseTypedData(withWallet(wrongChecksum)).message).toMatchObject({
    from: { wallet: wrongChecksum.toLowerCase() },
  });
  const { quote, options } = await createLimitOrderQuote();
  const { domain } = quote.typedData as TypedData;
  const mixedCase = `0x${domain.verifyingContract
    ?.slice(2)
    .toUpperCase()
    .replace(/[A-F]/, (letter) => letter.toLowerCase())}`;
  expect(mixedCase).not.toBe(domain.verifyingContract);
  const changed = {
    ...quote,
    typedData: { ...quote.typedData, domain: { ...domain, verifyingContract: mixedCase } },
  } as SwapQuote;
  expect(await signQuote(changed, createCountingSigner().signer, options)).toEqual(
    await signQuote(quote, createCountingSigner().signer, options),
  );
});
