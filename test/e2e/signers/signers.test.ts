import { execFile } from "node:child_process";
import dns from "node:dns";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { SignatureMismatchError, UnsupportedSignerError } from "bursar";
import { cancelLimitOrder, type Signer, signQuote } from "bursar/signing";
import { getBytes, verifyAuthorization, verifyMessage, verifyTypedData } from "ethers";
import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findWorkarounds } from "../../support/compiler/find-workarounds.js";
import { outputOf, repository } from "../package/consumer.js";
import { type KeyServer, openKeyServer } from "./key-server.js";
import manifest from "./package.json" with { type: "json" };
import { openWallet } from "./sandbox-quotes.js";
import { cdp } from "./vendors/cdp.js";
import { ethers } from "./vendors/ethers.js";
import { privy } from "./vendors/privy.js";
import { turnkey } from "./vendors/turnkey.js";
import type { Vendor } from "./vendors/vendor.js";
import { wagmi } from "./vendors/wagmi.js";

const versions = new Map(Object.entries(manifest.dependencies));
const vendors = [turnkey, privy, cdp, wagmi, ethers];
const inVendors = (file: string) => join("vendors", file);
const folder = join(repository, "test/e2e/signers");
const lookup = vi.spyOn(dns, "lookup");

for (const vendor of vendors)
  describe(`${vendor.name} | ${versions.get(vendor.name)}`, () => run(vendor));

function run(vendor: Vendor) {
  const privateKey = generatePrivateKey();
  const key = privateKeyToAccount(privateKey);
  const owner: Address = key.address;
  let server: KeyServer;
  let signer: Signer;

  beforeAll(async () => {
    server = await openKeyServer(vendor, key);
    signer = await vendor.createSigner({ url: server.url, owner, privateKey });
  });
  afterAll(() => server?.close());

  test("signs a swap", async () => {
    const { client, request, quote } = await openWallet(owner);
    const signed = await signQuote(await quote(request), signer, { expect: request, owner });
    expect(verifyMessage(getBytes(signed.userOperationHash), signed.signature)).toBe(owner);
    await client.operations.execute(signed);
  });

  test("signs a limit order and its cancellation", async () => {
    const { client, walletAddress, request, quote } = await openWallet(owner);
    const expected = { ...request, minAmountOut: "0.05", expiration: 3600 };
    const order = await quote(expected);
    const signed = await signQuote(order, signer, { expect: expected, owner });
    const { domain, types, message } = JSON.parse(JSON.stringify(order.typedData));
    const { EIP712Domain, ...structs } = types;
    expect(verifyTypedData(domain, structs, message, signed.typedDataSignature)).toBe(owner);
    expect(verifyMessage(getBytes(signed.userOperationHash), signed.signature)).toBe(owner);

    const { userOperationHash } = await client.operations.execute(signed);
    const { items } = await client.wallets.history(walletAddress, { userOperationHash });
    const { id } = items[0] ?? expect.fail("no order");
    const options = { owner, walletAddress, chainId: 137 };
    expect(await cancelLimitOrder(client, id, signer, options)).toMatchObject({ success: true });
  });

  const authorize = async () => {
    const { client, request, quote } = await openWallet(owner, { eip7702: true });
    const first = await quote(request);
    const { address, chainId, nonce } = first.authorization ?? expect.fail("no authorization");
    const authorization = { address: `${address}`, chainId: Number(chainId), nonce: Number(nonce) };
    const options = { expect: request, owner, delegates: address ? [address] : [] };
    return { client, authorization, sign: () => signQuote(first, signer, options) };
  };

  if (vendor.signsAuthorizations)
    test("signs an EIP-7702 authorization", async () => {
      const { client, authorization, sign } = await authorize();
      const signed = await sign();
      expect(verifyAuthorization(authorization, `${signed.authorization}`)).toBe(owner);
      await client.operations.execute(signed);
    });
  else
    test("rejects an EIP-7702 authorization before the first signature", async () => {
      const { sign } = await authorize();
      const before = server.requestCount;
      await expect(sign()).rejects.toThrow(UnsupportedSignerError);
      expect(server.requestCount).toBe(before);
    });

  if (vendor.respond) {
    const signSwap = async () => {
      const { request, quote } = await openWallet(owner);
      return signQuote(await quote(request), signer, { expect: request, owner });
    };

    test("rejects the signature of another key", async () => {
      server.key = privateKeyToAccount(generatePrivateKey());
      await expect(signSwap()).rejects.toThrow(SignatureMismatchError);
    });

    test("rejects with a SigningError if the vendor's server refuses to sign", async () => {
      server.key = undefined;
      await expect(signSwap()).rejects.toThrow(/^swap quote: the signer failed: /);
    });
  }
}

test("the ethers adapter is the one of docs/signers.md", () => {
  const adapter = readFileSync(join(folder, "ethers-adapter.ts"), "utf8");
  const page = readFileSync(join(repository, "docs/signers.md"), "utf8");
  // The lines of a page are shorter.
  const unwrap = (text: string) => text.replace(/\s+/g, "").replace(/,(?=[}\])])/g, "");
  expect(unwrap(page)).toContain(unwrap(adapter.slice(adapter.indexOf("function fromEthers"))));
});

describe("the types of the signers", () => {
  test("fit without a cast", () => {
    const files = ["ethers-adapter.ts", ...readdirSync(join(folder, "vendors")).map(inVendors)];
    const found = files.flatMap((file) =>
      findWorkarounds(file, readFileSync(join(folder, file), "utf8")),
    );
    // A program would import no other file of its folder.
    expect(found.filter((each) => !each.includes("import "))).toEqual([]);
  });

  // Started early: the compiler takes longer than all other tests.
  const args = [join(repository, "node_modules/typescript/bin/tsc"), "-p", folder];
  const compilation = outputOf(
    promisify(execFile)(process.execPath, args).then(({ stdout }) => stdout),
  );

  test("compile, and those of an ethers wallet and a contract wallet do not", async () => {
    expect(await compilation).toBe("");
  });
});

test("no signer looks up the address of a remote server", async () => {
  const hosts = () => lookup.mock.calls.map(([host]) => host);
  expect(hosts().filter((host) => host !== "127.0.0.1")).toEqual([]);
  lookup.mockImplementation(() => {});
  connect({ host: "vendor.invalid", port: 443 }).destroy();
  expect(hosts()).toContain("vendor.invalid");
});
