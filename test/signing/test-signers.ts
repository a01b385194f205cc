import { createWalletClient, custom, hashMessage } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type Mock, vi } from "vitest";
import type { Address, Hex } from "../../src/contract/shared/primitives.js";
import type { TypedData } from "../../src/contract/shared/types.js";

export const key: Hex = "0x8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63";
export const account = privateKeyToAccount(key);
export const owner: Address = account.address;
export const stranger = privateKeyToAccount(`0x${"42".repeat(32)}`);
export const hash: Hex = `0x${"a1".repeat(32)}`;

/** The example of EIP-712, whose hash stands in the EIP. */
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

/** Typed data of one struct with these fields. */
export function createOrderTypedData(
  fields: Record<string, string>,
  message: Record<string, unknown>,
): TypedData {
  return {
    domain: { name: "Orders", chainId: 137 },
    types: { Order: Object.entries(fields).map(([name, type]) => ({ name, type })) },
    primaryType: "Order",
    message,
  };
}

/** A local account that counts how often it was asked. */
export function createSpySigner(of = account) {
  const asked: Mock = vi.fn();
  const spy =
    <In extends unknown[], Out>(method: (...given: In) => Out) =>
    (...given: In): Out => {
      asked(...given);
      return method(...given);
    };
  const signer = {
    ...of,
    sign: spy(of.sign),
    signMessage: spy(of.signMessage),
    signTypedData: spy(of.signTypedData as (typedData: never) => Promise<Hex>),
    signAuthorization: spy(of.signAuthorization),
  };
  return { signer, asked };
}

type Request = { method: string; params: [string, string] };

/** A wallet client over an injected wallet that holds the key; `asked` holds the calls. */
export function createInjectedWallet(
  of = account,
  answer: (request: Request) => Promise<unknown> = (request) => signAsInjectedWallet(of, request),
) {
  const asked: Mock = vi.fn();
  const provider = {
    request: async (request: Request) => {
      asked(request);
      return answer(request);
    },
  };
  return {
    asked,
    provider,
    client: createWalletClient({ account: of.address, transport: custom(provider as never) }),
  };
}

export function signAsInjectedWallet(
  of: typeof account,
  { method, params }: Request,
): Promise<unknown> {
  if (method === "personal_sign") return of.signMessage({ message: { raw: params[0] as Hex } });
  if (method === "eth_signTypedData_v4") return of.signTypedData(JSON.parse(params[1]));
  return Promise.reject(Object.assign(new Error(`no ${method}`), { code: -32601 }));
}

/** A wallet that takes a hash for text. */
export const textSigner = {
  address: owner,
  signMessage: ({ message }: { message: { raw: Hex } }) =>
    account.sign({ hash: hashMessage(message.raw) }),
};

/** What a promise was rejected with. */
export async function getRejection(
  promise: Promise<unknown>,
): Promise<Error & Record<string, unknown>> {
  return promise.then(
    (value) => Promise.reject(new Error(`resolved to ${String(value)}`)),
    (error) => error,
  );
}
