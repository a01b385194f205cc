import type { Client } from "../client.js";
import { prepareTransfer } from "../contract/operations/endpoints.js";
import type { Transfer, TransferRequest } from "../contract/operations/prepared-records.js";
import { describeFlatInput } from "../contract/routing/flat-input.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { quoteSwap } from "../contract/swap/endpoints.js";
import { isExecutable } from "../contract/swap/is-executable.js";
import type { SwapQuote, SwapQuoteRequest } from "../contract/swap/records.js";
import { ConfigurationError } from "../errors/data.js";
import { SigningError } from "../errors/signing.js";
import type { OnceResult, once } from "../intents/once.js";
import type { OnceOptions } from "../intents/once-options.js";
import { isMissing, isObject } from "../shared/guards.js";
import type { SigningPolicy } from "../signing/skeleton/policy.js";
import { rejectInput, toResult } from "./tool-result.js";
import { describeInput, describeOutput } from "./tool-schemas.js";
import type { Tool } from "./tool-types.js";

/** How the tasks sign. */
export interface TaskOptions {
  /** `once` of `bursar/intents`. The tasks need it: `bursar/tools` alone needs no viem. */
  once?: typeof once | undefined;
  /** What the tasks may sign: see `createSigningPolicy` of `bursar/policy`. */
  policy?: SigningPolicy | undefined;
  /** Signs for the tasks. No tool shows it, or calls it outside of `once`. */
  signer?: OnceOptions["signer"] | undefined;
  /** Where the tasks store their intents. */
  journal?: OnceOptions["journal"] | undefined;
  /** The account that owns the wallets (`externallyOwnedAccount`). */
  owner?: OnceOptions["owner"];
  /** Further options of `once` for the tasks. An agent cannot change them. */
  signing?: SigningSettings | undefined;
  /**
   * Finds the mandate of an intent, such as one that a person has signed meanwhile. An agent that
   * was refused above the `approval` of the policy can try again with the same intent.
   */
  mandate?: ((intent: string) => FoundMandate | PromiseLike<FoundMandate>) | undefined;
}

/** Further options of `once`. */
export type SigningSettings = Pick<
  OnceOptions,
  | ("maxGasFee" | "maxLossPercent" | "accept" | "delegates" | "receipts")
  | ("settle" | "settleAfter" | "wait")
>;

/** No input of any task: with them, an agent would decide how much may be lost. */
const lossFields = ["slippage", "extraFee", "transactionFeePercent"];

/** What a task would sign. */
export type PreparedTask = SwapQuote | Transfer;

/** Asks before a signature. Throws if nothing may be signed. */
type AskToSign = (tool: string, input: object, prepared: PreparedTask) => Promise<void>;

interface Task {
  readonly title: string;
  readonly endpoint: Endpoint;
  /** Further inputs that must be given, and those that it does not have. */
  readonly needs?: readonly string[];
  readonly lacks?: readonly string[];
  readonly until?: OnceOptions["until"];
}

const tasks = {
  pay: { title: "Send a token from a wallet to an account", endpoint: prepareTransfer as Endpoint },
  swap: {
    title: "Swap a token of a wallet at the best quote",
    endpoint: quoteSwap as Endpoint,
    lacks: ["minAmountOut", "expiration", "partialFillable"],
  },
  place_order: {
    title: "Place a limit order of a wallet",
    endpoint: quoteSwap as Endpoint,
    needs: ["minAmountOut"],
    until: "submitted",
  },
} satisfies Record<string, Task>;

type FoundMandate = OnceOptions["mandate"] | null;

/** The name of a task, which is a tool that signs. */
export type TaskName = keyof typeof tasks;
export const taskNames = Object.keys(tasks) as readonly TaskName[];

const isSwap = ({ endpoint }: Task) => endpoint.name === quoteSwap.name;

/** A tool that runs `once` within the policy. */
export function createTaskTool(
  client: Client,
  name: TaskName,
  { once, policy, signer, journal, owner, signing, mandate }: TaskOptions,
  ask: AskToSign,
): Tool {
  const needed = { once, policy, signer, journal };
  if (!once || !policy || !signer || !journal) {
    const missing = Object.entries(needed).find(([, value]) => !value)?.[0];
    const hint = "A task signs only within a policy: pass once, policy, signer and journal.";
    throw new ConfigurationError(`createTools: ${missing}: expected a value for "${name}"`, {
      hint,
    });
  }
  const task: Task = tasks[name];
  const { title, until } = task;
  const { properties, required } = describeTask(task);
  return {
    name,
    title,
    description: `${title}: quotes, signs within the policy, and submits. At most once per intent: repeat it with the same intent if the outcome is unknown. The state of the result says what happened.`,
    inputSchema: describeInput({ properties, required }),
    outputSchema: describeOutput(taskData),
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: true,
    },
    execute: (given, settings) =>
      toResult(name, given, async (input) => {
        rejectInput(
          name,
          required.filter((field) => isMissing(input[field])),
          Object.keys(input).filter((field) => !Object.hasOwn(properties, field)),
        );
        const { intent, minReceived, metadata: ownMetadata, ...request } = input;
        let prepared: PreparedTask;
        const askToSign = async () => ask(name, input, prepared);
        const options = {
          ...signing,
          signer,
          journal,
          owner,
          intent,
          until,
          signal: settings?.signal,
          walletAddress: request.walletAddress,
          chainId: request.chainId ?? request.chainIdIn,
          policy: askWithin(policy, signing?.accept, askToSign),
          // `once` rejects any other value.
          mandate: typeof intent === "string" ? await mandate?.(intent) : undefined,
        } as OnceOptions;
        const result = await once(client, options, async (metadata) => {
          // What is neither missing nor an object is left for the client to reject.
          const canMerge = isMissing(ownMetadata) || isObject(ownMetadata);
          const merged = canMerge ? { ...ownMetadata, ...metadata } : ownMetadata;
          prepared = await prepare(client, task, { ...request, metadata: merged });
          if (!isSwap(task)) return prepared;
          return { quote: prepared as SwapQuote, minReceived: minReceived as string | undefined };
        });
        return toTaskData(result);
      }),
  };
}

async function prepare(client: Client, task: Task, request: unknown): Promise<PreparedTask> {
  if (!isSwap(task)) return (await client.operations.transfer(request as TransferRequest)).transfer;
  const { quotes } = await client.swap.quote(request as SwapQuoteRequest);
  // If no quote can be executed, signing the first one is refused with every reason.
  const quote = quotes.find(isExecutable) ?? quotes[0];
  if (quote) return quote;
  throw new SigningError("swap.quote: there is no quote", { hint: "Nothing was signed." });
}

function describeTask(task: Task) {
  const { properties = {}, required = [] } = describeFlatInput(task.endpoint);
  const lacks = [...lossFields, ...(task.lacks ?? [])];
  const fields = Object.entries(properties).filter(([name]) => !lacks.includes(name));
  const minimumHelp = 'sign only if at least this is guaranteed, in whole tokens, such as "1.5"';
  const minimum = { type: "string", description: minimumHelp };
  return {
    properties: {
      intent: { type: "string", description: "your own id of this task, new for each new one" },
      ...Object.fromEntries(fields),
      ...(isSwap(task) && { minReceived: minimum }),
    },
    required: ["intent", ...required, ...(task.needs ?? [])],
  };
}

const states =
  "done: executed. signed: submitted, may still be executed. failed: not executed, or failed on the chain. check: a person must look.";
const taskData = {
  type: "object",
  properties: {
    state: { enum: ["begun", "signed", "done", "failed", "check"], description: states },
    isCompared: {
      type: "boolean",
      description: "false: an earlier task of this intent is shown, perhaps of another request",
    },
  },
};

/**
 * Problems of a settlement as their messages. What only the history has is not compared. Errors
 * after the payment are left out: an agent could follow their hints, and pay again.
 */
function toTaskData({
  prepareError,
  settlementError: _settlementError,
  receiptError: _receiptError,
  ...result
}: OnceResult) {
  const problems = result.problems?.map(({ message }) => message);
  const isCompared = prepareError === undefined && result.request !== undefined;
  return { ...result, problems, isCompared };
}

/** Asks a person after the policy has agreed, so that no one is asked for what is refused. */
const askWithin = (
  policy: SigningPolicy,
  accept: OnceOptions["accept"],
  ask: () => Promise<void>,
): SigningPolicy => ({
  async reserve(statement) {
    const reservation = await policy.reserve(statement);
    const { problems, mandate } = reservation;
    // A person who signed a mandate has decided about problems.
    const lifted = (mandate ?? { accept }).accept ?? [];
    const isLifted = (statement.problems ?? []).every(({ code }) => lifted.includes(code));
    if (problems.length > 0 || !isLifted) return reservation;
    try {
      await ask();
      return reservation;
    } catch (error) {
      await reservation.release();
      throw error;
    }
  },
  freeze: async (reason) => policy.freeze?.(reason),
});
