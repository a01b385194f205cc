import { type CommandEnvironment, runCheckCommand } from "../../src/check/run-command.js";
import { operationsWithoutDefault } from "../../src/check/steps.js";
import type { EndpointName } from "../../src/contract/endpoints.js";
import type { Sandbox } from "../../src/sandbox/index.js";
import { createSession } from "../sandbox/kyc/verification-sessions.js";
import { openWallet, owner, usdc, weth } from "../sandbox/open-sandbox.js";
import { createBatchRequest } from "../sandbox/operations/transfer-requests.js";
import { openOrder, openPosition, withdrawalQuote } from "../sandbox/prepare.js";
import { fixtureOf } from "../support/fixtures/index.js";

/** A sandbox in which every read and quote succeeds, and the arguments that call all of them. */
export async function openCheckable() {
  const opened = await openWallet();
  const { sandbox, address } = opened;
  sandbox.fund({ account: owner.address, chainId: 137, token: usdc, amount: "500" });
  sandbox.fundNft({ account: address, chainId: 137, token: weth, tokenId: "77", name: "Ana's" });
  await openPosition(opened);
  const order = await openOrder(opened);
  const person = await createSession(opened, "individual.standard");
  const enhanced = await createSession(opened, "individual.enhanced");
  const company = await createSession(opened, "business.standard");
  const lending = {
    walletAddress: address,
    provider: "LENDER_A",
    supply: { tokenAddress: usdc, chainId: 137, amount: "100" },
    gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: usdc },
  };
  // Those of the fixtures where they fit, and others where the sandbox has other ids.
  const inputs: Record<string, Record<string, unknown>> = {
    ...Object.fromEntries(operationsWithoutDefault.map((name) => [name, describeInput(name)])),
    "lending.quote": lending,
    "fiat.quoteWithdrawal": withdrawalQuote,
    "kyc.individual.standard.get": { sessionId: person.session?.id },
    "kyc.individual.enhanced.get": { sessionId: enhanced.session?.id },
    "kyc.business.standard.get": { sessionId: company.session?.id },
    "kyc.documentUrls": { sessionId: person.session?.id, sessionType: "STANDARD_INDIVIDUAL" },
    "kyc.financialLimits": { identityId: "ind_1" },
    "operations.batch": { ...createBatchRequest(address) },
    "operations.custom": {
      ...{ walletAddress: address, chainId: 137, payGasFeeToken: usdc },
      operations: [{ address: usdc, methodSignature: "pause()" }],
    },
    "swap.prepareCancellation": { transactionId: order },
  };
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

/** The fields of a call by name, in the form of `--input`. */
function describeInput(name: string): Record<string, unknown> {
  const { path, args } = fixtureOf(name as EndpointName);
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param], i) => [param, args[i]]);
  return { ...Object.fromEntries(params), ...(args[params.length] as object | undefined) };
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
  const code = await runCheckCommand([...args], { print, printError, fetch });
  return { code, out, err };
}
