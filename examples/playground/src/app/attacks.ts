import { fromUnits, toUnits } from "bursar/signing";
import { hashAuthorization } from "viem/utils";

/** What a response prepares to be signed. */
export type AttackTarget = "quote" | "transfer" | "batch" | "position";

type Json = Record<string, unknown>;

/** The exchange that an attacker between the service and the client changes. */
interface Exchange {
  /** The request body. */
  request: Json;
  /** Sends another request of the same kind to the service. */
  send(request: Json): Promise<Json>;
  /** The whole response body. */
  body: Json;
  /** The position of the record among those of the response. */
  at: number;
}

type Change = (record: Json, exchange: Exchange) => void | Promise<void>;

/** A change of a response on its way from the service to the client. */
export interface Attack {
  id: string;
  title: string;
  /** What the attacker wants. */
  aim: string;
  /** By target. A target without an entry states nothing that the attack could change. */
  changes: Partial<Record<AttackTarget, Change>>;
}

export const attacker = "0x00000000000000000000000000000000000bad00";
const hashOfAttacker = `0x${"bad0".repeat(16)}`;
const otherChain = 1;
const year = 365 * 24 * 3_600_000;

const multiply = (amount: unknown, percent: bigint) =>
  fromUnits((toUnits(String(amount), 18) * percent) / 100n, 18);

/** Sets fields of a record. */
const set =
  (change: (record: Json) => Json): Change =>
  (record) => {
    Object.assign(record, change(record));
  };

/** Changes the first transfer of a batch. */
const inBatch =
  (change: Change): Change =>
  ({ operations }, exchange) => {
    const [first] = operations as { transfer: Json }[];
    return first && change(first.transfer, exchange);
  };

/** Moves a time, and keeps its form. */
const moveExpiry = (milliseconds: number) =>
  set(({ expiresAt }) => {
    const time = new Date(expiresAt as string | number).getTime() + milliseconds;
    return { expiresAt: typeof expiresAt === "number" ? time : new Date(time).toISOString() };
  });

const setReceiver = set(() => ({ toAddress: attacker }));
const takeMore = set(({ amountToSend }) => ({ amountToSend: multiply(amountToSend, 1_000n) }));
const deliverLess = set(({ amountToBeReceived }) => ({
  amountToBeReceived: multiply(amountToBeReceived, 50n),
}));
const setHash = set(() => ({ userOperationHash: hashOfAttacker }));

const delegate = set(({ chainIn, chain }) => {
  const authorization = { chainId: Number(chainIn ?? chain ?? 137), address: attacker, nonce: 0 };
  return {
    authorization: {
      ...authorization,
      hash: hashAuthorization({ ...authorization, address: attacker }),
    },
  };
});

/** Takes hash and id from an operation that the service prepared for the attacker. */
const takeIdentity: Change = async (record, { request, send, at }) => {
  const { quotes, transfer } = await send({ ...request, toAddress: attacker });
  const other = (quotes as Json[] | undefined)?.[at] ?? (transfer as Json);
  Object.assign(record, {
    userOperationHash: other.userOperationHash,
    quoteId: other.quoteId,
  });
};

export const attacks: readonly Attack[] = [
  {
    id: "receiver",
    title: "Another receiver",
    aim: "The money goes to the attacker.",
    changes: { quote: setReceiver, transfer: setReceiver, batch: inBatch(setReceiver) },
  },
  {
    id: "amount",
    title: "A larger amount",
    aim: "Ten times as much leaves the wallet.",
    changes: {
      quote: set(({ amountIn }) => ({ amountIn: multiply(amountIn, 1_000n) })),
      transfer: takeMore,
      batch: inBatch(takeMore),
      position: set(({ amountIn }) => ({ amountIn: multiply(amountIn, 1_000n) })),
    },
  },
  {
    id: "minimum",
    title: "A lower minimum",
    aim: "Hardly anything is guaranteed to arrive, so the price can be moved against you.",
    changes: {
      quote: set(({ minAmountOut }) => ({ minAmountOut: multiply(minAmountOut, 1n) })),
      transfer: deliverLess,
      batch: inBatch(deliverLess),
    },
  },
  {
    id: "chain",
    title: "Another chain",
    aim: "The signature is valid on a chain where the wallet has other money.",
    changes: {
      quote: set(() => ({ chainIn: otherChain, chainOut: otherChain })),
      transfer: set(() => ({ chain: otherChain })),
      batch: inBatch(set(() => ({ chain: otherChain }))),
      position: set(() => ({ chain: otherChain })),
    },
  },
  {
    id: "expiry",
    title: "Another expiry",
    aim: "The signature stays valid until the price suits the attacker, or an old one is used again.",
    changes: {
      quote: moveExpiry(year),
      transfer: moveExpiry(year),
      batch: moveExpiry(year),
      position: moveExpiry(-year),
    },
  },
  {
    id: "approval",
    title: "An operation that you did not request",
    aim: "You sign a second operation, such as an unlimited approval, without seeing it.",
    changes: {
      quote: set(() => ({
        rwaApproveUserOperation: { userOperationHash: hashOfAttacker, authorization: null },
      })),
      transfer: (_record, { body }) => {
        body.userOperationHash = hashOfAttacker;
      },
      batch: (record) => {
        const operations = record.operations as { transfer: Json }[];
        operations.push({ transfer: { ...operations[0]?.transfer, toAddress: attacker } });
      },
      position: set(() => ({
        signData: [{ type: "USER_OPERATION", userOperationHash: hashOfAttacker }],
      })),
    },
  },
  {
    id: "delegate",
    title: "A delegation of your account",
    aim: "A contract of the attacker gets the whole account (EIP-7702).",
    changes: { quote: delegate, transfer: delegate, batch: delegate, position: delegate },
  },
  {
    id: "hash",
    title: "Another hash",
    aim: "You read one operation and sign another one.",
    changes: { quote: setHash, transfer: setHash, batch: setHash },
  },
  {
    id: "identity",
    title: "Another hash and id: no check can see it",
    aim: "A real operation that pays the attacker. A hash can do anything: only the comparison after the execution finds it.",
    changes: { quote: takeIdentity, transfer: takeIdentity },
  },
];

export function findAttack(id: string | null): Attack | undefined {
  return attacks.find((attack) => attack.id === id);
}

/** The records that a response prepares, with their kind. */
function listRecords(body: Json): [AttackTarget, Json][] {
  const { quotes, transfer, operation } = body as {
    quotes?: Json[];
    transfer?: Json;
    operation?: Json;
  };
  if (quotes) return quotes.map((quote) => ["quote", quote]);
  if (transfer) return [["transfer", transfer]];
  return operation ? [["position", operation]] : [["batch", body]];
}

/** Changes the body of a response as an attacker would. */
export async function tamper(
  body: Json,
  { changes }: Attack,
  { request, send }: Pick<Exchange, "request" | "send">,
): Promise<Json> {
  const changed = structuredClone(body);
  for (const [at, [target, record]] of listRecords(changed).entries())
    await changes[target]?.(record, { request, send, at, body: changed });
  return changed;
}
