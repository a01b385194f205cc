import {
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseSignature,
  serializeSignature,
} from "viem";
import { entryPoint08Address } from "viem/account-abstraction";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { hashAuthorization } from "viem/utils";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TypedData } from "../../../src/contract/shared/records.js";
import { UnsupportedSignerError } from "../../../src/errors/signing.js";
import {
  hashTypedData as hashOf,
  signAuthorization,
  signTypedData,
  signUserOperation,
} from "../../../src/signing/index.js";
import {
  type EntryPoint,
  entryPointAt,
  executeAbi,
  flip,
  gas,
  type Operation,
  oneEther,
  payee,
  typedDataOf,
} from "./entry-point.js";
import { artifact, type Chain, deploy, deployEntryPoint, owner, startChain } from "./evm-node.js";

const stranger = privateKeyToAccount(generatePrivateKey());
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let chain: Chain;
let entryPoint: EntryPoint;
let implementation: Hex;
let clean: Hex;

beforeAll(async () => {
  chain = await startChain();
  const address = await deployEntryPoint(chain.client, "08");
  // Otherwise the tests would run against another contract.
  expect(address).toBe(entryPoint08Address);
  implementation = await deploy(chain.client, artifact("08", "Simple7702Account").bytecode);
  entryPoint = entryPointAt(chain.client, entryPoint08Address);
  await chain.client.setBalance({ address: owner.address, value: 10n * oneEther });
  clean = await chain.client.snapshot();
});

afterAll(() => chain?.stop());

beforeEach(async () => {
  // Reverting to a snapshot deletes it.
  await chain.client.revert({ id: clean });
  clean = await chain.client.snapshot();
});

const authorizationFor = (over: { chainId?: number; nonce?: number } = {}) => {
  const fields = { chainId: foundry.id, address: implementation, nonce: 0, ...over };
  return { ...fields, hash: hashAuthorization(fields) };
};

/** The contract to which the owner delegates its account. */
const terms = () => ({ owner: owner.address, delegates: [implementation] });

/** Sends an authorization from a third account. Any account may relay it. */
async function relay(
  authorization: { chainId: number; address: Hex; nonce: number },
  signature: Hex,
): Promise<void> {
  const { r, s, yParity } = parseSignature(signature);
  const { chainId, address, nonce } = authorization;
  const hash = await chain.client.sendTransaction({
    to: payee,
    authorizationList: [{ chainId, address, nonce, r, s, yParity }],
  });
  await chain.client.waitForTransactionReceipt({ hash });
}

async function delegate(): Promise<void> {
  const authorization = authorizationFor();
  await relay(authorization, await signAuthorization(authorization, owner, terms()));
}

const codeOf = (address: Hex) => chain.client.getCode({ address });
const delegated = () => `0xef0100${implementation.slice(2)}`.toLowerCase();
const paid = () => chain.client.getBalance({ address: payee });

const payment = (over: Partial<Operation> = {}): Operation => ({
  sender: owner.address,
  nonce: 0n,
  callData: encodeFunctionData({
    abi: executeAbi,
    functionName: "execute",
    args: [payee, oneEther, "0x"],
  }),
  signature: "0x",
  ...gas,
  ...over,
});

const signed = async (operation: Operation): Promise<Operation> => ({
  ...operation,
  signature: await signTypedData(typedDataOf(operation), owner, {
    owner: owner.address,
    chainId: foundry.id,
  }),
});

describe("an EIP-7702 authorization", () => {
  test("signed by this package delegates the account", async () => {
    await delegate();
    expect(await codeOf(owner.address)).toBe(delegated());
  });

  test.each([
    ["whose hash is signed as text", () => owner.signMessage({ message: authorizationFor().hash })],
    [
      "whose hash is signed as a message of 32 bytes",
      () => signUserOperation(authorizationFor().hash, owner),
    ],
    [
      "signed by another account",
      () => signAuthorization(authorizationFor(), stranger, { delegates: [implementation] }),
    ],
    [
      "signed for another chain",
      () => signAuthorization(authorizationFor({ chainId: 1 }), owner, terms()),
    ],
    [
      "signed for another nonce",
      () => signAuthorization(authorizationFor({ nonce: 1 }), owner, terms()),
    ],
    [
      "with one flipped bit",
      async () => flip(await signAuthorization(authorizationFor(), owner, terms()), 300),
    ],
  ])("%s is rejected and delegates nothing", async (_name, sign) => {
    await relay(authorizationFor(), await sign());
    expect(await codeOf(owner.address)).toBeUndefined();
  });

  test("is not requested from a wallet over JSON-RPC, which cannot sign a raw digest", async () => {
    await expect(signAuthorization(authorizationFor(), chain.wallet, terms())).rejects.toThrow(
      UnsupportedSignerError,
    );
  });
});

describe("an operation of EntryPoint v0.8", () => {
  test("has the same hash on the chain as recomputed from its fields", async () => {
    await delegate();
    const operations = [
      payment(),
      payment({ nonce: 7n << 64n, callData: "0x" }),
      payment({
        paymaster: payee,
        paymasterVerificationGasLimit: 1n,
        paymasterPostOpGasLimit: 2n,
        paymasterData: "0x1234",
      }),
    ];
    for (const operation of operations)
      expect(hashOf(typedDataOf(operation))).toBe(await entryPoint.hashOf(operation));
  });

  test("signed by this package pays out", async () => {
    await delegate();
    const before = await paid();
    const receipt = await entryPoint.send(await signed(payment()));
    expect(receipt.status).toBe("success");
    expect((await paid()) - before).toBe(oneEther);
  });

  test("signed by a wallet over JSON-RPC pays out", async () => {
    await delegate();
    const operation = payment();
    const signature = await signTypedData(typedDataOf(operation), chain.wallet, {
      owner: owner.address,
    });
    expect((await entryPoint.send({ ...operation, signature })).status).toBe("success");
    expect(await paid()).toBe(oneEther);
  });

  test("and its authorization, both signed by this package, succeed in one transaction", async () => {
    const authorization = authorizationFor();
    const { r, s, yParity } = parseSignature(
      await signAuthorization(authorization, owner, terms()),
    );
    const entry = {
      chainId: foundry.id,
      address: implementation,
      nonce: 0,
      r,
      s,
      yParity: yParity as number,
    };
    const operation = payment({ factory: "0x7702", authorization: entry });
    const receipt = await entryPoint.send(await signed(operation), { authorizationList: [entry] });
    expect(receipt.status).toBe("success");
    expect(await paid()).toBe(oneEther);
    expect(hashOf(typedDataOf(operation))).toBe(await entryPoint.hashOf(operation));
  });

  test.each<[string, (operation: Operation) => Promise<Hex>]>([
    ["with another key", (operation) => signTypedData(typedDataOf(operation), stranger)],
    [
      "as the text of its hash",
      (operation) => owner.signMessage({ message: hashOf(typedDataOf(operation)) }),
    ],
    [
      "as a message of its hash's 32 bytes",
      (operation) => signUserOperation(hashOf(typedDataOf(operation)), owner),
    ],
    ["for another chain", (operation) => signTypedData(typedDataOf(operation, 1), owner)],
    [
      "with one flipped bit in its hash",
      (operation) => owner.sign({ hash: flip(hashOf(typedDataOf(operation)), 97) }),
    ],
  ])("signed %s is rejected and pays nothing", async (_name, sign) => {
    await delegate();
    const operation = payment();
    const bad = { ...operation, signature: await sign(operation) };
    expect(await entryPoint.refusal(bad)).toBe("AA24 signature error");
    expect((await entryPoint.send(bad)).status).toBe("reverted");
    expect(await paid()).toBe(0n);
  });

  test("has a signature in the form that contracts accept: 65 bytes, low s, v of 27 or 28", async () => {
    await delegate();
    const operation = await signed(payment());
    const { r, s, yParity } = parseSignature(operation.signature);
    expect(operation.signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/);
    expect(BigInt(s)).toBeLessThanOrEqual(order / 2n);
    const others: Record<string, Hex> = {
      "high s": serializeSignature({
        r,
        s: numberToHex(order - BigInt(s), { size: 32 }),
        yParity: yParity ? 0 : 1,
      }),
      "v of 0 or 1": `${operation.signature.slice(0, 130)}0${yParity}` as Hex,
      "64 bytes": operation.signature.slice(0, 130) as Hex,
      "no bytes": "0x",
    };
    for (const [form, signature] of Object.entries(others)) {
      expect(await entryPoint.refusal({ ...operation, signature }), form).toBe("AA23 reverted");
    }
  });
});

describe("typed data, validated by the account (ERC-1271)", () => {
  const abi = [
    {
      type: "function",
      name: "isValidSignature",
      stateMutability: "view",
      inputs: [{ type: "bytes32" }, { type: "bytes" }],
      outputs: [{ type: "bytes4" }],
    },
  ] as const;
  const hash = "0x5ca1ab1e00000000000000000000000000000000000000000000000000000001";
  const orders: Record<string, TypedData> = {
    LightAccount: {
      domain: {
        name: "LightAccount",
        version: "1",
        chainId: foundry.id,
        verifyingContract: owner.address,
      },
      types: { LightAccountMessage: [{ name: "message", type: "bytes" }] },
      primaryType: "LightAccountMessage",
      message: { message: hash },
    },
    Kernel: {
      domain: {
        name: "Kernel",
        version: "0.3.3",
        chainId: foundry.id,
        verifyingContract: owner.address,
      },
      types: { Kernel: [{ name: "hash", type: "bytes32" }] },
      primaryType: "Kernel",
      message: { hash },
    },
  };

  const valid = (digest: Hex, signature: Hex) =>
    chain.client.readContract({
      address: owner.address,
      abi,
      functionName: "isValidSignature",
      args: [digest, signature],
    });

  test.each(Object.entries(orders))(
    "an order in the format of %s is valid as signed by this package, and in no other form",
    async (_name, typedData) => {
      await delegate();
      const digest = hashOf(typedData);
      const signature = await signTypedData(typedData, owner, { owner: owner.address });
      expect(await valid(digest, signature)).toBe("0x1626ba7e");
      expect(await valid(flip(digest, 5), signature)).toBe("0xffffffff");
      expect(await valid(digest, await signTypedData(typedData, stranger))).toBe("0xffffffff");
      expect(await valid(digest, await owner.signMessage({ message: digest }))).toBe("0xffffffff");
      expect(await valid(digest, await signUserOperation(digest, owner))).toBe("0xffffffff");
    },
  );
});
