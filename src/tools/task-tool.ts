import type { Client } from "../client.js";
import { prepareTransfer } from "../contract/operations/endpoints.js";
import type { Transfer, TransferRequest } from "../contract/operations/prepared-records.js";
import { describeFlatInput } from "../contract/routing/flat-input.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { quoteSwap } from "../contract/swap/endpoints.js";
import { isExecutable } from "../contract/swap/is-executable.js";
import type { SwapQuote, SwapQuoteRequest } from "../contract/swap/records.js";
import { SigningError } from "../errors/signing.js";
import type { OnceResult, once } from "../intents/once.js";
import type { OnceOptions } from "../intents/once-options.js";
import { isMissing, isObject } from "../shared/guards.js";
import type { SigningPolicy } from "../signing/skeleton/policy.js";
import { reject, toResult } from "./tool-result.js";
import { describeInput, describeOutput } from "./tool-schemas.js";
import type { Tool } from "./tool-types.js";

/** How a task signs: see `ToolsOptions`. */
export interface TaskSettings extends Pick<OnceOptions, "signer" | "journal" | "owner"> {
  once: typeof once;
  policy: SigningPolicy;
  signing?: SigningSettings | undefined;
}

/** Further options of `once`, which an agent cannot change. */
export type SigningSettings = Pick<
  OnceOptions,
  "maxGasFee" | "maxLossPercent" | "accept" | "delegates" | "settle" | "settleAfter" | "wait"
>;

/** What a task would sign. */
export type PreparedTask = SwapQuote | Transfer;

/** Asks before a signature. Throws if nothing may be signed. */
export type AskToSign = (tool: string, input: object, prepared: PreparedTask) => Promise<void>;

type Request = Readonly<Record<string, unknown>>;

interface Task {
  readonly title: string;
  readonly endpoint: Endpoint;
  readonly chain: string;
  /** The inputs of the request that this task must have, or must not have. */
  readonly needs?: readonly string[];
  readonly lacks?: readonly string[];
  readonly until?: OnceOptions["until"];
  prepare(client: Client, request: Request): Promise<PreparedTask>;
}

const limitOrderFields = ["minAmountOut", "expiration", "partialFillable"];

const tasks = {
  pay: {
    title: "Send a token from a wallet to an account",
    endpoint: prepareTransfer as Endpoint,
    chain: "chainId",
    prepare: async (client, request) =>
      (await client.operations.transfer(request as unknown as TransferRequest)).transfer,
  },
  swap: {
    title: "Swap a token of a wallet at the best quote",
    endpoint: quoteSwap as Endpoint,
    chain: "chainIdIn",
    lacks: limitOrderFields,
    prepare: pickQuote,
  },
  place_order: {
    title: "Place a limit order of a wallet",
    endpoint: quoteSwap as Endpoint,
    chain: "chainIdIn",
    needs: ["minAmountOut"],
    until: "submitted",
    prepare: pickQuote,
  },
} satisfies Record<string, Task>;

/** A task that signs, as a tool. */
export type TaskName = keyof typeof tasks;
export const taskNames = Object.keys(tasks) as readonly TaskName[];

/** If no quote can be executed, signing the first one is refused with every reason. */
async function pickQuote(client: Client, request: Request): Promise<SwapQuote> {
  const { quotes } = await client.swap.quote(request as unknown as SwapQuoteRequest);
  const quote = quotes.find(isExecutable) ?? quotes[0];
  if (quote) return quote;
  throw new SigningError("swap.quote: there is no quote", { hint: "Nothing was signed." });
}

/** A tool that runs `once` within the policy. */
export function createTaskTool(
  client: Client,
  name: TaskName,
  { once, policy, signing, ...settings }: TaskSettings,
  ask?: AskToSign,
): Tool {
  const task: Task = tasks[name];
  const { title, chain, until } = task;
  return {
    name,
    title,
    description: `${title}: quotes, signs within the policy, and submits. At most once per intent: repeat it with the same intent if the outcome is unknown. The state of the result says what happened.`,
    inputSchema: describeInput(describeTask(task)),
    outputSchema: describeOutput(taskData),
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: true,
    },
    execute: (given, { signal } = {}) =>
      toResult(name, given, async (input) => {
        const { intent, minReceived, ...request } = input;
        for (const field of task.needs ?? [])
          if (isMissing(request[field])) reject(name, [field], "a value");
        for (const field of [...(task.lacks ?? []), ...(takesMinimum(task) ? [] : ["minReceived"])])
          if (!isMissing(input[field])) reject(name, [field], "nothing: it has no such input");
        let prepared: PreparedTask;
        const askToSign = async () => ask?.(name, input, prepared);
        const options = {
          ...signing,
          ...settings,
          intent,
          until,
          signal,
          walletAddress: request.walletAddress,
          chainId: request[chain],
          policy: ask ? askWithin(policy, askToSign) : policy,
        } as OnceOptions;
        const result = await once(client, options, async (metadata) => {
          const own = request.metadata;
          // What is neither missing nor an object is left for the client to reject.
          const canMerge = isMissing(own) || isObject(own);
          const sent = { ...request, metadata: canMerge ? { ...own, ...metadata } : own };
          prepared = await task.prepare(client, sent);
          if (!takesMinimum(task)) return prepared as Transfer;
          return { quote: prepared as SwapQuote, minReceived: minReceived as string | undefined };
        });
        return toTaskData(result);
      }),
  };
}

const takesMinimum = ({ endpoint }: Task) => endpoint.name === "swap.quote";

function describeTask(task: Task) {
  const { properties = {}, required = [], ...rest } = describeFlatInput(task.endpoint);
  const names = Object.keys(properties).filter((name) => !task.lacks?.includes(name));
  const fields = Object.fromEntries(names.map((name) => [name, properties[name] ?? {}]));
  return {
    ...rest,
    properties: {
      intent: { type: "string", description: "your own id of this task, new for each new one" },
      ...fields,
      ...(takesMinimum(task) && {
        minReceived: { type: "string", description: "sign only if at least this is guaranteed" },
      }),
    },
    required: ["intent", ...required, ...(task.needs ?? [])],
  };
}

const taskData = {
  type: "object",
  properties: {
    state: {
      enum: ["begun", "signed", "done", "failed", "check"],
      description:
        "done: executed. signed: submitted, may still be executed. failed: not executed, or failed on the chain. check: a person must look.",
    },
    isCompared: {
      type: "boolean",
      description: "false: an earlier task of this intent is shown, perhaps of another request",
    },
  },
};

/** Problems of a settlement as their messages. */
function toTaskData({ prepareError, settlementError: _settlementError, ...result }: OnceResult) {
  const problems = result.problems?.map(({ message }) => message);
  return { ...result, problems, isCompared: prepareError === undefined };
}

/** Asks a person after the policy has agreed, so that no one is asked for what it refuses. */
function askWithin(policy: SigningPolicy, ask: () => Promise<void>): SigningPolicy {
  return {
    async reserve(statement) {
      const reservation = await policy.reserve(statement);
      if (reservation.problems.length > 0) return reservation;
      try {
        await ask();
      } catch (error) {
        await reservation.release();
        throw error;
      }
      return reservation;
    },
    freeze: async (reason) => policy.freeze?.(reason),
  };
}
