import type { BrowserContext } from "playwright";
import { type Hex, isHex } from "viem";
import type { LocalAccount } from "viem/accounts";

/** A browser wallet: an account outside the page, whose user accepts or declines requests. */
export interface TestWallet {
  readonly account: LocalAccount;
  readonly name: string;
  /** The methods that the user declines from now on. */
  readonly declines: Set<string>;
  /** The methods of all requests. */
  readonly requests: string[];
}

/** The wallet's response: a result, or an error code and message as in EIP-1193. */
interface WalletResponse {
  result?: unknown;
  problem?: { code: number; message: string } | undefined;
}

type RequestWallet = (method: string, params: readonly unknown[]) => Promise<WalletResponse>;

async function respond(
  { account, declines, requests }: TestWallet,
  method: string,
  params: readonly unknown[],
): Promise<WalletResponse> {
  requests.push(method);
  if (declines.has(method))
    return { problem: { code: 4001, message: "User rejected the request." } };
  if (method === "eth_requestAccounts" || method === "eth_accounts")
    return { result: [account.address] };
  if (method === "eth_chainId") return { result: "0x89" };
  if (method === "wallet_switchEthereumChain") return { result: null };
  if (method === "personal_sign") {
    const [message] = params as [Hex | string];
    return {
      result: await account.signMessage({ message: isHex(message) ? { raw: message } : message }),
    };
  }
  if (method === "eth_signTypedData_v4")
    return { result: await account.signTypedData(JSON.parse(params[1] as string)) };
  return { problem: { code: 4200, message: `${method} is not supported` } };
}

/** Announces the wallet to every page, as in EIP-6963. */
export async function addWallet(context: BrowserContext, wallet: TestWallet): Promise<void> {
  await context.exposeBinding(
    "requestWallet",
    (_source, method: string, params: readonly unknown[]) => respond(wallet, method, params),
  );
  await context.addInitScript((name) => {
    const { requestWallet } = globalThis as unknown as { requestWallet: RequestWallet };
    const provider = {
      async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
        const { result, problem } = await requestWallet(method, params);
        if (problem) throw Object.assign(new Error(problem.message), { code: problem.code });
        return result;
      },
      on() {},
      removeListener() {},
    };
    const icon =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='4'/%3E%3C/svg%3E";
    const info = {
      uuid: "350670db-19fa-4704-a166-e52e178b59d2",
      name,
      icon,
      rdns: "example.wallet",
    };
    const announce = () =>
      dispatchEvent(
        new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }),
      );
    addEventListener("eip6963:requestProvider", announce);
    announce();
  }, wallet.name);
}
