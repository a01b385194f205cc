import { expect, test } from "vitest";
import { once } from "../../src/intents/index.js";
import { pickExecutable, runSwap } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { openIntents } from "../intents/intent-kit.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";

const usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const asset = "0x96f6ef951840721adbf46ac996b59e0235cb985c";
const route = {
  chainIdIn: 1,
  chainIdOut: 1,
  tokenIn: usdc,
  tokenOut: asset,
  payGasFeeToken: usdc,
  individualId: "individual_1",
} as const;

test.each(["runSwap", "once"])(
  "%s neither signs nor sends a swap that needs a second operation",
  async (name) => {
    const { sandbox, client, address, settings, signMessage, sent } = await openIntents();
    sandbox.fund({ account: address, chainId: 1, token: usdc, amount: "500" });
    const { signer, owner } = settings;
    const run = () =>
      name === "runSwap"
        ? runSwap(client, createSwapRequest(address, route), { signer, owner })
        : once(client, { ...settings, chainId: 1 }, async (metadata) => {
            const expected = createSwapRequest(address, { ...route, metadata });
            const quote = pickExecutable((await client.swap.quote(expected)).quotes);
            expect(quote.rwaApproveUserOperation).toBeTruthy();
            return { quote, expect: expected };
          });
    expect(await failure(run())).toMatchObject({
      kind: "signing",
      message: expect.stringContaining("needs a second operation"),
    });
    expect(signMessage).not.toHaveBeenCalled();
    expect(sent).not.toContain("execute-user-op");
  },
);
