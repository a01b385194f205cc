import { hashAuthorization } from "viem/utils";
import { describe, expect, test, vi } from "vitest";
import type { SigningProblem, SwapQuote } from "../../src/index.js";
import {
  describeQuote,
  describeTypedData,
  type SigningDescription,
  signCancellation,
  signOperation,
  signQuote,
} from "../../src/signing/index.js";
import {
  createCountingSigner,
  createLimitOrderQuote,
  createMarketQuote,
  partner,
  stranger,
} from "./quote/test-quotes.js";
import { account, createMailTypedData, hash, owner } from "./test-signers.js";

type Shown = [readonly SigningProblem[], SigningDescription];

/** Confirms, and keeps what was shown. */
function createConfirm() {
  const shown: Shown[] = [];
  const confirm = async (...parameters: Shown) => {
    shown.push(parameters);
    return true;
  };
  return { shown, confirm };
}

/** Every hash of a nested record. */
const listHashes = (digests: object | undefined): string[] =>
  Object.values(digests ?? {}).flatMap((value) =>
    typeof value === "string" ? value : listHashes(value),
  );

const approvalHash = `0x${"8".repeat(64)}` as const;
const delegation = (address: string) => {
  const parts = { chainId: 137, address: address as `0x${string}`, nonce: 3 };
  return { ...parts, hash: hashAuthorization(parts) };
};

describe("confirm is shown what describeQuote shows,", () => {
  test.each([
    ["of a market swap", createMarketQuote, { amountOutUSD: "50" }],
    ["of a market swap without typed data", createMarketQuote, { typedData: null, quoteId: hash }],
    ["of a market swap without fees", createMarketQuote, { fees: null, quoteId: hash }],
    ["of a limit order", createLimitOrderQuote, { quoteId: hash }],
  ] as const)("%s", async (_what, create, changes) => {
    const { quote, options } = await create();
    const doubtful = { ...quote, ...changes } as SwapQuote;
    const { shown, confirm } = createConfirm();
    const { signer } = createCountingSigner();
    const signed = await signQuote(doubtful, signer, { ...options, confirm });
    expect(shown).toHaveLength(1);
    const [, description] = shown[0] as Shown;
    expect(description.text).toBe(describeQuote(doubtful, options).text);
    expect(description.digests).toEqual(signed.digests);
    for (const title of ["You give", "You get at least", "To", "Total cost", "Problem"])
      expect(description.text).toMatch(new RegExp(`^${title}: .`, "m"));
    expect(description.text).toContain(`Fee (GAS): `);
  });

  test("with the loss, and every problem that accept does not list", async () => {
    const { quote, options } = await createMarketQuote();
    const { shown, confirm } = createConfirm();
    const { signer } = createCountingSigner();
    const doubtful = { ...quote, amountOutUSD: "50", quoteId: hash };
    await signQuote(doubtful, signer, { ...options, confirm, accept: ["quote_id"] });
    const [, { text }] = shown[0] as Shown;
    // 100 and gas of at most 0.0342, to get 50.
    expect(text).toContain("Loss: 50.04 US dollars, 50.02%, with all fees and gas");
    expect(text).toContain("Problem: You get much less than you give, with all fees and gas.");
    expect(text).not.toContain("Problem: The id of the quote");
  });

  test("with the approval, the delegations and the hashes of both", async () => {
    const { quote, options, address } = await createMarketQuote();
    const expected = {
      ...options.expect,
      walletAddress: options.owner,
      toAddress: options.owner,
      individualId: "1",
    };
    const authorization = delegation(stranger);
    const doubtful = JSON.parse(
      JSON.stringify({ ...quote, typedData: null, quoteId: hash, authorization }).replaceAll(
        new RegExp(address, "gi"),
        options.owner,
      ),
    );
    const second = delegation(partner);
    doubtful.rwaApproveUserOperation = { userOperationHash: approvalHash, authorization: second };
    const { shown, confirm } = createConfirm();
    const { signer } = createCountingSigner();
    const given = {
      ...options,
      expect: expected,
      approval: true,
      delegates: [stranger, partner],
      confirm,
    } as const;
    const signed = await signQuote(doubtful, signer, given as never);
    const [, { text, digests }] = shown[0] as Shown;
    expect(digests).toEqual({
      userOperationHash: quote.userOperationHash,
      authorization: authorization.hash,
      approval: { userOperationHash: approvalHash, authorization: second.hash },
    });
    expect(digests).toEqual(signed.digests);
    expect(signed.approval?.digests).toEqual(digests.approval);
    for (const contract of [stranger, partner]) {
      expect(text).toContain(`the contract ${contract} on Polygon (137)`);
      expect(text).toContain(`Warning: The contract ${contract} gets control`);
    }
    expect(text).toContain("Permission: Signs a further operation, an approval");
    expect(text).toContain(`Hash of the approval: ${approvalHash}`);
    expect(text).toContain(`Hash of the authorization of the approval: ${second.hash}`);
  });
});

describe("confirm is shown everything that is signed", () => {
  const options = { owner, walletAddress: owner, chainId: 137 } as const;
  const order = {
    domain: {
      name: "Kernel\u202e. Nothing is signed",
      version: "7",
      chainId: 137,
      verifyingContract: owner,
    },
    types: { Kernel: [{ name: "hash", type: "bytes32" }] },
    primaryType: "Kernel",
    message: { hash: approvalHash },
  };

  test("by signOperation: the order, the delegation, the wallet and all hashes", async () => {
    const authorization = delegation(stranger);
    const lending = {
      expiresAt: Date.now() + 60_000,
      signData: [
        { type: "USER_OPERATION", hash, authorization },
        { type: "LIMIT_ORDER", typedData: order },
      ],
    };
    const { shown, confirm } = createConfirm();
    const given = { ...options, delegates: [stranger] as const, confirm };
    const signed = await signOperation(lending as never, account, given);
    const [, { text, digests }] = shown[0] as Shown;
    expect(digests).toEqual(signed?.digests);
    expect(listHashes(digests)).toHaveLength(5);
    for (const each of listHashes(digests)) expect(text).toContain(each);
    expect(text.split("\n").slice(0, 7)).toEqual([
      "You sign: an operation whose contents are not stated",
      `Wallet: ${owner}`,
      "Chain: Polygon (137)",
      `Valid until: ${new Date(lending.expiresAt).toISOString()}`,
      "Typed data: Kernel of an unknown wallet, version 7",
      `Contract of the typed data: ${owner}`,
      "Chain of the typed data: Polygon (137)",
    ]);
    expect(text).toContain("Permission: Also signs an order for the wallet");
    expect(text).toContain(`Hands your account over to the contract ${stranger} on Polygon (137)`);
    expect(text).toContain(`Warning: The contract ${stranger} gets control`);
    expect(text).toContain("Problem: The signature is for an unknown type of wallet.");
  });

  test("by signCancellation: the typed data, its contract and its hashes", async () => {
    const { shown, confirm } = createConfirm();
    const typedData = { ...order, domain: { ...order.domain, version: "7 of a bank" } };
    const prepared = { signData: [{ type: "LIMIT_ORDER", typedData }] } as never;
    const signed = await signCancellation(prepared, account, { ...options, confirm });
    const [, { text, digests }] = shown[0] as Shown;
    expect(text).toContain("Typed data: Kernel of an unknown wallet, version not known");
    expect(digests).toEqual(signed.digests);
    for (const each of listHashes(digests)) expect(text).toContain(each);
    expect(text).toContain("You sign: the cancellation of an order");
    expect(text).toContain(`Contract of the typed data: ${owner}`);
    expect(text).not.toContain("Also signs an order");
  });
});

describe("the description is of the copy that was checked and is signed:", () => {
  test("a getter that returns another value later changes nothing", async () => {
    const { quote, options } = await createMarketQuote();
    const { shown, confirm } = createConfirm();
    const { signer } = createCountingSigner();
    const changing = { ...quote, quoteId: hash };
    for (const [name, later] of Object.entries({ toAddress: stranger, minAmountOut: "9999999" })) {
      let reads = 0;
      Object.defineProperty(changing, name, {
        enumerable: true,
        get: () => (reads++ === 0 ? quote[name as keyof SwapQuote] : later),
      });
    }
    await signQuote(changing, signer, { ...options, confirm });
    expect(shown[0]?.[1].text).toBe(describeQuote({ ...quote, quoteId: hash }, options).text);
  });

  test("describeQuote reads every field once", async () => {
    const { quote, options } = await createMarketQuote();
    for (const given of [undefined, options]) {
      const reads = new Map<string, number>();
      const counting = (value: object, path: string): object =>
        new Proxy(value, {
          get(target, name) {
            const read = Reflect.get(target, name) as unknown;
            const full = `${path}.${String(name)}`;
            if (typeof name !== "string" || !Object.hasOwn(target, name) || name === "length")
              return read;
            reads.set(full, (reads.get(full) ?? 0) + 1);
            return typeof read === "object" && read !== null ? counting(read, full) : read;
          },
        });
      const text = describeQuote(counting(quote, "quote") as SwapQuote, given).text;
      expect(text).toBe(describeQuote(quote, given).text);
      expect(reads.size).toBeGreaterThan(40);
      expect(Math.max(...reads.values())).toBe(1);
    }
  });

  test("describeQuote does not repeat what cannot be copied", async () => {
    const { quote, options } = await createMarketQuote();
    const unreadable = { ...quote, metadata: (() => {}) as never };
    for (const given of [{ now: options.now }, options]) {
      const { text, warnings, digests } = describeQuote(unreadable, given);
      expect(warnings).toContain("There is nothing to sign.");
      expect(digests).toEqual({});
      expect(text).not.toContain(quote.minAmountOut as string);
    }
    const { problems } = describeQuote(unreadable, options);
    expect(problems).toContain("Do not sign this: the data to sign is malformed (quote).");
  });

  test("the description is frozen in time: changes during confirm have no effect", async () => {
    const { quote, options } = await createMarketQuote();
    const doubtful = { ...quote, quoteId: hash };
    const { signer } = createCountingSigner();
    const confirm = vi.fn((_problems: readonly SigningProblem[], shown: SigningDescription) => {
      doubtful.userOperationHash = approvalHash;
      Object.assign(shown.digests, { userOperationHash: approvalHash });
      return true;
    });
    const signed = await signQuote(doubtful, signer, { ...options, confirm });
    expect(signed.userOperationHash).toBe(quote.userOperationHash);
    expect(signed.digests?.userOperationHash).toBe(quote.userOperationHash);
  });
});

test("describeTypedData reads every field once", () => {
  const mail = createMailTypedData();
  let reads = 0;
  const contents = mail.message.contents;
  const message = { ...mail.message };
  Object.defineProperty(message, "contents", {
    enumerable: true,
    get: () => (reads++ === 0 ? contents : "something else"),
  });
  const summary = describeTypedData({ ...mail, message });
  expect(summary).toEqual(describeTypedData(mail));
  expect(reads).toBe(1);
});

test("describeTypedData does not repeat what cannot be copied", () => {
  const { text, digests } = describeTypedData({
    ...createMailTypedData(),
    message: new Map() as never,
  });
  expect(text).toContain("You sign: unreadable typed data");
  expect(text).toContain("Warning: It is not safe to sign: typedData: expected plain data");
  expect(digests).toEqual({});
});

test("1,000 fees of zero do not push the warnings out of sight", async () => {
  const { quote, options } = await createMarketQuote();
  const { fees: listed } = quote;
  const zero = { ...listed?.[1], amount: "0", percentage: "0" };
  const fees = [...(listed ?? []), ...Array.from({ length: 1_000 }, () => zero)];
  const summary = describeQuote({ ...quote, fees, amountOutUSD: "50" } as never, options);
  expect(summary.totalCost).toEqual(describeQuote(quote).totalCost);
  const lines = summary.text.split("\n");
  expect(lines.length).toBeLessThan(45);
  expect(summary.fees.length).toBeGreaterThan(1_000);
  expect(lines).toContain(`Fee: ${summary.fees.length - 20} more, which the total cost includes`);
  expect(lines).toContain("Problem: You get much less than you give, with all fees and gas.");
});

test.each([
  ["100", "50", "100 US dollars, to get 50 US dollars"],
  ["0.00", "0.00", "0 US dollars, to get 0 US dollars"],
  [undefined, "much", "not stated, to get an unreadable amount US dollars"],
])("shows the stated worth of %s and %s", async (amountInUSD, amountOutUSD, shown) => {
  const { quote } = await createMarketQuote();
  const { text } = describeQuote({ ...quote, amountInUSD, amountOutUSD } as never);
  expect(text.split("\n")).toContain(`Worth by the quote: ${shown}`);
});
