import { createWalletClient, custom, hashMessage } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type Mock, vi } from "vitest";
import type { TypedData } from "../../src/contract/shared/records.js";
import type { Address, Hex } from "../../src/shared/patterns.js";

export const key: Hex = "0x8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63";
export const account = privateKeyToAccount(key);
export const owner: Address = account.address;
export const stranger = privateKeyToAccount(`0x${"42".repeat(32)}`);
export const hash: Hex = `0x${"a1".repeat(32)}`;

/** The example of EIP-712. The EIP states its hash. */
export function createMailTypedData(): TypedData {
  return {
    domain: {
      name: "Ether Mail",
      version: "1",
      chainId: 1,
      verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
    },
    types: {
      Person: [
        { name: "name", type: "string" },
        { name: "wallet", type: "address" },
      ],
      Mail: [
        { name: "from", type: "Person" },
        { name: "to", type: "Person" },
        { name: "contents", type: "string" },
      ],
    },
    primaryType: "Mail",
    message: {
      from: { name: "Cow", wallet: "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826" },
      to: { name: "Bob", wallet: "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB" },
      contents: "Hello, Bob!",
    },
  };
}

/** Typed data with one struct. `fields` maps names to types. */
export function createOrderTypedData(
  fields: Record<string, string>,
  message: Record<string, unknown>,
): TypedData {
  return {
    domain: { name: "Orders", chainId: 137 } as never,
    types: { Order: Object.entries(fields).map(([name, type]) => ({ name, type })) },
    primaryType: "Order",
    message,
  };
}

/** A local account. `calls` records every signature request. */
export function createSpySigner() {
  const calls: Mock = vi.fn();
  const spy =
    <In extends unknown[], Out>(method: (...parameters: In) => Out) =>
    (...parameters: In): Out => {
      calls(...parameters);
      return method(...parameters);
    };
  const signer = {
    ...account,
    sign: spy(account.sign),
    signMessage: spy(account.signMessage),
    signTypedData: spy(account.signTypedData as (typedData: never) => Promise<Hex>),
    signAuthorization: spy(account.signAuthorization),
  };
  return { signer, calls };
}

type Request = { method: string; params: [string, string] };

/** A wallet client over an injected wallet that has the key. `calls` records its requests. */
export function createInjectedWallet(
  base = account,
  respond: (request: Request) => Promise<unknown> = (request) =>
    signAsInjectedWallet(base, request),
) {
  const calls: Mock = vi.fn();
  const provider = {
    request: async (request: Request) => {
      calls(request);
      return respond(request);
    },
  };
  return {
    calls,
    provider,
    client: createWalletClient({ account: base.address, transport: custom(provider as never) }),
  };
}

export function signAsInjectedWallet(
  base: typeof account,
  { method, params }: Request,
): Promise<unknown> {
  if (method === "personal_sign") return base.signMessage({ message: { raw: params[0] as Hex } });
  if (method === "eth_signTypedData_v4") return base.signTypedData(JSON.parse(params[1]));
  return Promise.reject(Object.assign(new Error(`no ${method}`), { code: -32601 }));
}

/** A wallet that signs the text of the hash instead of its bytes. */
export const textSigner = {
  address: owner,
  signMessage: ({ message }: { message: { raw: Hex } }) =>
    account.sign({ hash: hashMessage(message.raw) }),
};

/** Returns the reason of a rejection. Rejects if the promise is fulfilled. */
export async function getRejection(
  promise: Promise<unknown>,
): Promise<Error & Record<string, unknown>> {
  return promise.then(
    (value) => Promise.reject(new Error(`resolved to ${String(value)}`)),
    (error) => error,
  );
}
