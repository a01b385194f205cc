import { describe, expect, test } from "vitest";
import type { EndpointName } from "../../../src/contract/endpoints.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import { factory, openWallet, owner } from "../open-sandbox.js";
import { signHash } from "../prepare.js";
import { prepareRequest } from "../prepare-request.js";
import { sendRaw } from "../send-raw-request.js";
import { createSwapRequest, findExecutable } from "../swap/swap-requests.js";

const statuses = ["PROCESSING", "ON_BRIDGE", "COMPLETED", "FAILED", "PARTIALLY_COMPLETED"];

async function getIssues(sandbox: Sandbox, method: string, path: string, body?: unknown) {
  const response = await sendRaw(sandbox, { method, path, body });
  expect(response).toMatchObject({
    status: 400,
    body: { id: "BAD_REQUEST", message: "Bad Request" },
  });
  return response.body.errors;
}

async function sendChanged(name: EndpointName, changes: Record<string, unknown>) {
  return (await prepareRequest(name)).sendFields(changes);
}

/** Recorded from the service. */
describe("an issue has the service's form", () => {
  const register = (sandbox: Sandbox, body: unknown) =>
    getIssues(sandbox, "POST", "/api/v1/wallets/register", body);

  test("for a number as salt, which the client converts to a string", async () => {
    const { sandbox, client } = await openWallet();
    const identity = { externallyOwnedAccount: owner.address, factory } as const;
    for (const salt of [3, 1e50])
      expect(await register(sandbox, { ...identity, salt })).toEqual([
        {
          code: "invalid_type",
          expected: "string",
          received: "number",
          path: ["salt"],
          message: "Expected string, received number",
        },
      ]);
    const { wallet } = await client.wallets.register({ ...identity, salt: 3 });
    expect(wallet.salt).toBe("3");
  });

  test("for an invalid address", async () => {
    const { sandbox } = await openWallet();
    const issue = {
      validation: "regex",
      code: "invalid_string",
      message: "Invalid",
      path: ["externallyOwnedAccount"],
    };
    const body = { externallyOwnedAccount: "invalid-address", factory };
    expect(await register(sandbox, body)).toEqual([issue]);
    const query = `externallyOwnedAccount=0xINVALID_ADDRESS&factory=${factory}&salt=3`;
    expect(await getIssues(sandbox, "GET", `/api/v1/wallets/address?${query}`)).toEqual([issue]);
  });

  test("for a missing field", async () => {
    const response = await sendChanged("kyc.individual.standard.create", { firstName: undefined });
    expect(response.body.errors).toEqual([
      {
        code: "invalid_type",
        expected: "string",
        received: "undefined",
        path: ["firstName"],
        message: "Required",
      },
    ]);
  });

  test("for an unknown status in the history's filter, with the known ones", async () => {
    const { sandbox, client, address } = await openWallet();
    const path = `/api/v1/wallets/${address}/history`;
    expect(await getIssues(sandbox, "GET", `${path}?status=INVALID_STATUS`)).toEqual([
      {
        received: "INVALID_STATUS",
        code: "invalid_enum_value",
        options: statuses,
        path: ["status", 0],
        message:
          "Invalid enum value. Expected 'PROCESSING' | 'ON_BRIDGE' | 'COMPLETED' | 'FAILED' | 'PARTIALLY_COMPLETED', received 'INVALID_STATUS'",
      },
    ]);
    const issues = await getIssues(sandbox, "GET", `${path}?status=FAILED&status=DONE`);
    expect(issues).toMatchObject([{ path: ["status", 1], received: "DONE" }]);
    await expect(
      client.wallets.history(address, { status: "DONE" }).firstPage(),
    ).rejects.toMatchObject({ issues: [{ path: "status[0]", options: statuses }] });
    await client.wallets.history(address, { status: statuses }).firstPage();
  });

  test.each<[EndpointName, changes: Record<string, unknown>, issue: Record<string, unknown>]>([
    [
      "swap.quote",
      { slippage: 0.1 },
      {
        code: "too_small",
        minimum: 0.5,
        type: "number",
        inclusive: true,
        exact: false,
        message: "Number must be greater than or equal to 0.5",
        path: ["slippage"],
      },
    ],
    [
      "swap.quote",
      { slippage: 100 },
      {
        code: "too_big",
        maximum: 99,
        type: "number",
        inclusive: true,
        exact: false,
        message: "Number must be less than or equal to 99",
        path: ["slippage"],
      },
    ],
    [
      "swap.quote",
      { amountIn: 12 },
      {
        code: "invalid_type",
        expected: "string",
        received: "number",
        message: "Expected string, received number",
        path: ["amountIn"],
      },
    ],
    [
      "swap.quote",
      { routeProfile: "BEST" },
      {
        code: "invalid_enum_value",
        received: "BEST",
        options: ["QUICKEST_QUOTE", "FASTEST_BRIDGE", "BEST_OUTPUT"],
        message:
          "Invalid enum value. Expected 'QUICKEST_QUOTE' | 'FASTEST_BRIDGE' | 'BEST_OUTPUT', received 'BEST'",
        path: ["routeProfile"],
      },
    ],
    [
      "swap.quote",
      { routeProfile: 17 },
      {
        code: "invalid_type",
        expected: "'QUICKEST_QUOTE' | 'FASTEST_BRIDGE' | 'BEST_OUTPUT'",
        received: "number",
        message: "Expected 'QUICKEST_QUOTE' | 'FASTEST_BRIDGE' | 'BEST_OUTPUT', received number",
        path: ["routeProfile"],
      },
    ],
  ])("of Zod 3: %s with %j", async (name, changes, issue) => {
    const response = await sendChanged(name, changes);
    expect([response.status, response.body.errors]).toEqual([400, [issue]]);
  });
});

describe("the sandbox accepts what the service accepts", () => {
  test.each<[EndpointName, changes: Record<string, unknown>]>([
    ["swap.quote", { transactionFeePercent: null }],
    ["fiat.quoteWithdrawal", { transactionFeePercent: null }],
    ["swap.quote", { signerAddress: owner.address }],
    ["operations.execute", { quoteId: `0x${"ab".repeat(32)}` }],
  ])("%s with %j", async (name, changes) => {
    expect((await sendChanged(name, changes)).status).toBeLessThan(300);
  });

  test("an execution by the deprecated quoteId alone", async () => {
    const { sandbox, client, address } = await openWallet();
    const { quotes } = await client.swap.quote(createSwapRequest(address));
    const { userOperationHash: quoteId } = findExecutable(quotes);
    const response = await sendRaw(sandbox, {
      method: "POST",
      path: "/api/v1/crypto/execute-user-op",
      body: { quoteId, signature: await signHash(quoteId) },
    });
    expect(response).toMatchObject({ status: 202, body: { userOperationHash: quoteId } });
  });

  test("the processing of a verification session without an API key", async () => {
    const { sandbox, before, path, resend } = await prepareRequest(
      "kyc.individual.standard.process",
    );
    for (const apiKey of [null, "another-key"]) {
      sandbox.restore(before);
      expect(await resend({ apiKey })).toMatchObject({ status: 204, text: "" });
    }
    const unknown = { path: path.replace(/session_\w+/, "session_9"), apiKey: null };
    expect(await resend(unknown)).toMatchObject({
      status: 404,
      body: { id: "STANDARD_SESSION_NOT_FOUND" },
    });
  });
});

describe("metadata above 1,024 UTF-8 bytes of JSON is rejected", () => {
  // `{"note":""}` has 11 bytes, and each é has two.
  const atLimit = { note: `${"é".repeat(506)}x` };
  const above = { note: "é".repeat(507) };
  const operations: EndpointName[] = [
    "wallets.register",
    "swap.quote",
    "liquidity.create",
    "liquidity.createWithSwap",
    "liquidity.rebalance",
    "liquidity.change",
    "liquidity.collectFees",
  ];

  test.each(operations)("by %s", async (name) => {
    const { sendFields: send } = await prepareRequest(name);
    const refused = await send({ metadata: above });
    expect((await send({ metadata: atLimit })).status).toBeLessThan(300);
    expect(refused).toMatchObject({ status: 400, body: { id: "BAD_REQUEST" } });
    expect(refused.body.errors).toMatchObject([{ path: ["metadata"] }]);
  });

  test("by wallets.updateTransactionMetadata, with its own error id", async () => {
    const { sendFields: send } = await prepareRequest("wallets.updateTransactionMetadata");
    for (const convert of [(metadata: object) => metadata, JSON.stringify]) {
      expect((await send({ metadata: convert(atLimit) })).status).toBe(200);
      expect(await send({ metadata: convert(above) })).toMatchObject({
        status: 400,
        body: { id: "invalid_metadata" },
      });
    }
  });
});
