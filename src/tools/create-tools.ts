import type { Client } from "../client.js";
import { type EndpointName, endpoints } from "../contract/endpoints.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { AbortedError } from "../errors/connection.js";
import { ConfigurationError } from "../errors/data.js";
import { aFunction, custom, type Options, readOptions, unchecked } from "../errors/options.js";
import { isObject } from "../shared/guards.js";
import { quoteValue } from "../shared/hide-secrets.js";
import { createOperationTool } from "./operation-tool.js";
import {
  createTaskTool,
  type PreparedTask,
  type TaskName,
  type TaskOptions,
  taskNames,
} from "./task-tool.js";
import { isListOfTexts, toSafeData } from "./tool-result.js";
import type { Tool } from "./tool-types.js";

/** What a person is asked before a write, and before a signature. */
export interface ToolConfirmation {
  /** The name of the tool. */
  tool: string;
  /** What the agent has passed, valid, and without invisible characters, to be shown. */
  input: object;
  /** What would be signed. Describe it with `describeQuote` or `describeOperation`. */
  prepared?: PreparedTask | undefined;
}

/** Options of `createTools`. */
export interface ToolsOptions extends TaskOptions {
  /**
   * What the agent may call: a pattern such as `wallets.*` for the reads and quotes below it, and
   * the full name of anything else: a write, an operation with personal data, or the task `pay`,
   * `swap` or `place_order`.
   *
   * @defaultValue `["*"]`, all reads and quotes without personal data
   */
  allow?: readonly (EndpointName | TaskName | "*" | `${string}.*`)[] | undefined;
  /**
   * Asks a person before each write, and before each signature that the policy allows. Only `true`
   * confirms. Otherwise the result is an error of the kind `aborted`, and nothing was sent.
   */
  confirm?: ((asked: ToolConfirmation) => boolean | PromiseLike<boolean>) | undefined;
}

const toolsOptions: Options<ToolsOptions> = () => ({
  allow: custom(isListOfTexts, "a list of names and patterns"),
  once: aFunction,
  policy: custom((value) => typeof Object(value).reserve === "function", "a policy"),
  signer: unchecked,
  journal: custom(isObject, "a journal"),
  owner: unchecked,
  signing: custom(isObject, "options of once"),
  mandate: aFunction,
  confirm: aFunction,
});

const all: readonly Endpoint[] = endpoints;

/**
 * Creates tools for an agent, for any framework: the reads and quotes of the service, and only what
 * you name besides. Their annotations come from the contract, so that a quote is read only although
 * it is a `POST`. An error is a result, with its `kind`, `outcome` and `hint`.
 *
 * **No tool signs**, but for the tasks `pay`, `swap` and `place_order`, which run `once` within
 * your policy.
 *
 * @throws ConfigurationError for an unknown name or option, and for a task without `once`,
 * `policy`, `signer` or `journal`.
 * @example
 * ```ts
 * import { createTools } from "bursar/tools";
 *
 * const tools = createTools(client, { allow: ["wallets.*", "tokens.list", "swap.quote"] });
 * const history = tools.find(({ name }) => name === "wallets_history");
 * console.log(history?.annotations.readOnlyHint); // true
 * console.log(await history?.execute({ walletAddress, fields: ["items.status"] }));
 * ```
 */
export function createTools(client: Client, options: ToolsOptions = {}): Tool[] {
  const given = readOptions("createTools", options, toolsOptions);
  const { confirm } = given;
  const ask = async (tool: string, asked: object, prepared?: PreparedTask) => {
    const input = toSafeData(asked) as object;
    if (!confirm || (await confirm({ tool, input, prepared })) === true) return;
    const hint = "Nothing was signed or sent. Ask the person before you try again.";
    const details = { operation: tool, hint, reason: undefined, sent: false };
    throw new AbortedError(`${tool}: a person did not confirm it`, details);
  };
  const found = (given.allow ?? ["*"]).flatMap(findAllowed);
  return [...new Set(found)].map((each) =>
    typeof each === "string"
      ? createTaskTool(client, each, given, ask)
      : createOperationTool(client, each, ask),
  );
}

/** The endpoints and the task that an entry of `allow` names. */
function findAllowed(allowed: string): (Endpoint | TaskName)[] {
  const isWildcard = /(?:^|\.)\*$/.test(allowed);
  const prefix = allowed.slice(0, -1);
  const found = isWildcard
    ? all.filter((each) => each.name.startsWith(prefix) && isHarmless(each))
    : [...all.filter(({ name }) => name === allowed), ...taskNames.filter((n) => n === allowed)];
  if (found.length > 0) return found;
  throw new ConfigurationError(`createTools: allow: nothing is called ${quoteValue(allowed)}`, {
    hint: 'Name an operation such as "wallets.history", reads and quotes such as "wallets.*", or a task: pay, swap, place_order. An operation with personal data needs its full name.',
  });
}

/** Personal data goes to a model only if its operation is named. */
const isHarmless = ({ effect, personal }: Endpoint) => effect !== "write" && !personal;
