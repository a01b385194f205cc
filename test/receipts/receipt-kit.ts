import { createHash } from "node:crypto";
import type { SigningProblemCode } from "../../src/index.js";
import { createSigningPolicy } from "../../src/policy/index.js";
import { createReceipts, type Receipt, type Receipts } from "../../src/receipts/index.js";
import { signReading } from "../../src/signing/skeleton/sign.js";
import type { Signer } from "../../src/tasks/index.js";
import { account, createMailTypedData, hash, owner } from "../signing/test-signers.js";

/** Whether lines are a whole chain, by other code than that of the package. */
export function isChain(lines: readonly string[]): boolean {
  let last = "0".repeat(64);
  return lines.every((line, i) => {
    const body = line.slice(0, line.lastIndexOf(',"hash":"'));
    const own = createHash("sha256").update(body).digest("hex");
    const head = `{"number":${i + 1},"previous":"${last}",`;
    last = own;
    return line.startsWith(head) && line === `${body},"hash":"${own}"}`;
  });
}

/** Collects receipts, and their lines. */
export function collect() {
  const lines: string[] = [];
  const list: Receipt[] = [];
  const seal = createReceipts({ append: (line) => void lines.push(line) });
  const receipts: Receipts = async (receipt) => {
    list.push(receipt);
    await seal(receipt);
  };
  return { lines, list, receipts };
}

const usdc = `0x${"c".repeat(40)}` as const;
const failing = { ...account, signMessage: async () => Promise.reject(new Error("no device")) };
const declining = {
  ...account,
  signMessage: async () => Promise.reject(Object.assign(new Error("denied"), { code: 4001 })),
};

/** Creates a function that decides at random, and returns what its receipt must say. */
export function createDecider(
  random: (limit: number) => number,
  receipts: Receipts,
  amounts?: readonly string[],
) {
  const policy = createSigningPolicy({
    chains: [137],
    receivers: [],
    limits: [{ token: usdc, perOperation: "60", windows: [{ hours: 24, max: "5000" }] }],
  });
  const review: SigningProblemCode = "price_loss";
  return async (): Promise<string> => {
    const signer: Signer = ([account, account, account, failing, declining] as const)[
      random(5)
    ] as Signer;
    const given = amounts ?? [`${random(80)}.${random(1_000_000)}1`];
    const kind = random(4);
    const confirm = ([undefined, () => true, () => false] as const)[random(3)];
    const accept = random(3) === 0 ? [review] : undefined;
    const leaves = given.map((amount) => ({
      chainId: 137,
      token: usdc,
      amount,
      why: "amount" as const,
    }));
    const call = signReading("operation", signer, { receipts }, (report) => {
      if (kind === 1) report("receiver", "toAddress", owner, `0x${"b".repeat(40)}`);
      if (kind === 2) report(review, "minAmountOut", "at most 3%", "4%");
      if (kind === 1 && random(2) === 0) return undefined;
      return {
        options: { owner, receipts, policy: random(2) ? policy : undefined, confirm, accept },
        parts: {
          userOperationHash: hash,
          typedData: kind === 3 ? (createMailTypedData() as never) : undefined,
        },
        state: () => ({
          statement: { leaves, arrives: [] },
          walletAddress: owner,
          chainId: 137,
          feeReceivers: [],
          isPartial: false,
          request: {},
          gas: undefined,
        }),
        describe: () => ({ text: "a swap", digests: {} }),
      };
    });
    try {
      await call;
      return "signed";
    } catch (error) {
      const { problems, rejected } = error as { problems?: object; rejected?: boolean };
      return problems || rejected ? "refused" : "failed";
    }
  };
}

/** What a single edit does, and the lines that must be named. */
export interface Edit {
  kind: "change" | "remove" | "double" | "swap";
  lines: string[];
  /** From 1. */
  named: number[];
}

/** Makes one edit of lines that are intact. */
export function editLines(lines: readonly string[], random: (limit: number) => number): Edit {
  const kind = (["change", "remove", "double", "swap"] as const)[random(4)] as Edit["kind"];
  const edited = [...lines];
  const at = random(lines.length);
  const line = lines[at] as string;
  if (kind === "change") {
    const place = random(line.length);
    const char = String.fromCharCode(32 + random(95));
    edited[at] = line.slice(0, place) + char + line.slice(place + 1);
    return { kind, lines: edited, named: edited[at] === line ? [] : [at + 1] };
  }
  if (kind === "remove") {
    edited.splice(at, 1);
    return { kind, lines: edited, named: [at + 1] };
  }
  if (kind === "double") {
    const to = at + 1 + random(lines.length - at);
    edited.splice(to, 0, line);
    return { kind, lines: edited, named: [to + 1] };
  }
  const other = random(lines.length);
  edited[at] = lines[other] as string;
  edited[other] = line;
  return {
    kind,
    lines: edited,
    named: at === other ? [] : [at + 1, other + 1].sort((a, b) => a - b),
  };
}
