import { operationsWithoutDefault } from "../../src/check/steps.js";
import type { CommandEnvironment } from "../../src/cli/command-environment.js";
import { main } from "../../src/cli/main.js";
import type { EndpointName } from "../../src/contract/endpoints.js";
import { decodeQuery } from "../../src/contract/routing/decode-query.js";
import { findRoute } from "../../src/contract/routing/find-route.js";
import { type Sandbox, veteranWallet } from "../../src/sandbox/index.js";
import { inWorld, openSandbox, openWallet, owner, usdc, weth } from "../sandbox/open-sandbox.js";
import { type Opened, openPosition } from "../sandbox/prepare.js";
import { validCalls } from "../sandbox/valid-calls.js";

/** A sandbox without the wallet whose long history a check would read, which takes most time. */
export function openSmallSandbox(): Sandbox {
  const { sandbox } = openSandbox();
  inWorld(sandbox, ({ wallets }) => Reflect.deleteProperty(wallets, veteranWallet));
  return sandbox;
}

/** A sandbox in which every read and quote succeeds, and the arguments that call all of them. */
export async function openCheckable() {
  const opened = await openWallet();
  const { sandbox, address } = opened;
  sandbox.fund({ account: owner.address, chainId: 137, token: usdc, amount: "500" });
  sandbox.fundNft({ account: address, chainId: 137, token: weth, tokenId: "77", name: "Ana's" });
  await openPosition(opened);
  const inputs: Record<string, Record<string, unknown>> = {};
  for (const name of operationsWithoutDefault) inputs[name] = await describeInput(opened, name);
  const args = [
    ...["--wallet", address, "--owner", owner.address, "--individual", "ind_1"],
    ...["--amount", "3.25"],
    ...Object.entries(inputs).flatMap(([name, fields]) => [
      "--input",
      `${name}=${JSON.stringify(fields)}`,
    ]),
  ];
  return { sandbox, address, args, inputs };
}

/** What a valid call sends: the fields by name, in the form of `--input`. */
async function describeInput(opened: Opened, name: string): Promise<Record<string, unknown>> {
  const call = await validCalls[name as EndpointName](opened);
  await call();
  const { method = "", path = "", body } = opened.sandbox.requests.at(-1) ?? {};
  const { pathname, searchParams } = new URL(path, "https://sandbox.test");
  const { endpoint, params = {} } = findRoute(method, pathname) ?? {};
  const query = decodeQuery(endpoint?.query, searchParams, endpoint?.arrays);
  return { ...params, ...query, ...(body as object | undefined) };
}

/** Runs the command against a sandbox. */
export async function check(
  { baseUrl, apiKey, fetch }: Pick<Sandbox, "baseUrl" | "apiKey" | "fetch">,
  args: readonly string[],
) {
  return checkWith(["--base-url", baseUrl, "--api-key", apiKey, ...args], fetch);
}

/** Runs the command with exactly these arguments. */
export async function checkWith(args: readonly string[], fetch?: CommandEnvironment["fetch"]) {
  let out = "";
  let err = "";
  const print = (text: string) => {
    out += text;
  };
  const printError = (text: string) => {
    err += text;
  };
  const code = await main(["check", ...args], { print, printError, fetch });
  return { code, out, err };
}
