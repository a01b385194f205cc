import { hashMessage, recoverAddress } from "viem";
import { describe, expect, test } from "vitest";
import { createClient, type TypedData } from "../../src/index.js";
import {
  describeQuote,
  describeTypedData,
  signCancellation,
  signOperation,
  signQuote,
} from "../../src/signing/index.js";
import { inBrowser } from "../support/in-browser.js";
import {
  createCountingSigner,
  createLimitOrderQuote,
  createMarketQuote,
  openMarketQuote,
} from "./quote/test-quotes.js";
import { account, createMailTypedData, hash, owner } from "./test-signers.js";
import { checkDigests, digestByOthers } from "./typed-data/typed-data-properties.js";

describe("the hashes of a description", () => {
  test("are those of the example of EIP-712", () => {
    const { digests, text } = describeTypedData(createMailTypedData());
    expect(digests).toEqual({
      domainHash: "0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f",
      messageHash: "0xc52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e",
      digest: "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2",
    });
    for (const line of Object.values(digests)) expect(text).toContain(line);
  });

  test("are those of viem and ethers for random typed data", () => checkDigests(8));

  test("are missing for typed data that is not safe to sign", () => {
    const unsafe = { ...createMailTypedData(), primaryType: "Order" };
    expect(describeTypedData(unsafe).digests).toEqual({});
  });

  test("of a quote are those of its operation, and of its order", async () => {
    const market = (await createMarketQuote()).quote;
    const { typedData, userOperationHash, ...order } = (await createLimitOrderQuote()).quote;
    const digests = { userOperationHash, ...digestByOthers(typedData as TypedData) };
    const described = describeQuote({ ...order, typedData, userOperationHash });
    expect(described.digests).toEqual(digests);
    for (const line of Object.values(digests)) expect(described.text).toContain(line);
    expect(describeQuote(market).digests).toEqual({ userOperationHash: market.userOperationHash });
    expect(describeQuote({ ...market, userOperationHash: null }).digests).toEqual({});
  });
});

describe("the hashes of a signing result are those that were signed", () => {
  test("for a quote and its order", async () => {
    for (const { quote, options } of [await createMarketQuote(), await createLimitOrderQuote()]) {
      const { signer } = createCountingSigner();
      const signed = await signQuote(quote, signer, options);
      const { userOperationHash, digest } = signed.digests ?? {};
      expect(userOperationHash).toBe(quote.userOperationHash);
      const messageDigest = hashMessage({ raw: quote.userOperationHash as `0x${string}` });
      expect(await recoverAddress({ hash: messageDigest, signature: signed.signature })).toBe(
        options.owner,
      );
      if (!signed.typedDataSignature) continue;
      expect(signed.digests).toMatchObject(digestByOthers(quote.typedData as TypedData));
      const signature = signed.typedDataSignature;
      expect(await recoverAddress({ hash: digest as `0x${string}`, signature })).toBe(
        options.owner,
      );
    }
  });

  test("for an operation and a cancellation", async () => {
    const options = { owner, walletAddress: owner, chainId: 137 } as const;
    const signed = await signOperation({ userOperationHash: hash }, account, options);
    expect(signed.digests).toEqual({ userOperationHash: hash });
    const typedData = {
      domain: { name: "Kernel", version: "0.3.2", chainId: 137, verifyingContract: owner },
      types: { Kernel: [{ name: "hash", type: "bytes32" }] },
      primaryType: "Kernel",
      message: { hash },
    };
    const prepared = { signData: [{ type: "LIMIT_ORDER", typedData }] } as never;
    expect((await signCancellation(prepared, account, options)).digests).toEqual(
      digestByOthers(typedData),
    );
  });
});

test("the hashes of a signing result are not sent", async () => {
  const { quote, options, client } = await openMarketQuote();
  const { signer } = createCountingSigner();
  const signed = await signQuote(quote, signer, options);
  expect(signed.digests).toBeDefined();
  const queued = await client.operations.execute(signed);
  expect(queued.userOperationHash).toBe(quote.userOperationHash);
  const bodies: unknown[] = [];
  const recorder = createClient({
    baseUrl: "https://service.test",
    apiKey: "key",
    dangerouslyAllowBrowser: inBrowser,
    fetch: async (request) => {
      bodies.push(await request.json());
      return Response.json({ success: true });
    },
  });
  await recorder.swap.cancelLimitOrder("1", { signature: "0x12", digests: { digest: hash } });
  expect(bodies).toEqual([{ signature: "0x12" }]);
});
