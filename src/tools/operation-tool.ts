import type { Client } from "../client.js";
import type { JsonSchema } from "../contract/records/to-json-schema.js";
import { callMethod, describeFlatInput, splitFlatInput } from "../contract/routing/flat-input.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import type { Pages } from "../http/features/pages.js";
import { buildFlatRequest } from "../http/request/build-flat-request.js";
import { nameTools, toToolName } from "./tool-names.js";
import { rejectInput, toResult } from "./tool-result.js";
import { describeData, describeInput, describeOutput } from "./tool-schemas.js";
import type { Tool, ToolAnnotations } from "./tool-types.js";

/** Asks before a write. Throws if it may not be sent. */
export type Ask = (tool: string, input: object) => Promise<void>;

/** The size of a page if the input has none: 100 records would fill the context of a model. */
const pageSize = 10;

/** A tool that calls the client's method of an operation. It signs nothing. */
export function createOperationTool(client: Client, endpoint: Endpoint, ask: Ask): Tool {
  const { title, effect, paging } = endpoint;
  const name = toToolName(endpoint.name);
  return {
    name,
    title,
    description: describe(endpoint),
    inputSchema: describeInput(withPageSize(endpoint, describeFlatInput(endpoint))),
    outputSchema: describeOutput(describeData(endpoint)),
    annotations: annotate(endpoint),
    execute: (given, settings) => {
      const run = async (input: Readonly<Record<string, unknown>>) => {
        const size = paging && { [paging.size]: pageSize };
        const split = splitFlatInput(endpoint, { ...size, ...input });
        rejectInput(endpoint.name, [], split.unknown);
        if (effect === "write") {
          // A person is asked only about what can be sent.
          buildFlatRequest(endpoint, split);
          await ask(name, input);
        }
        const call = callMethod(client, endpoint, split, { signal: settings?.signal });
        if (!paging) return call;
        const { items, cursor, total } = await (call as Pages<unknown>).firstPage();
        return { items, cursor, total };
      };
      return toResult(endpoint.name, given, run, endpoint);
    },
  };
}

function withPageSize({ paging }: Endpoint, input: JsonSchema): JsonSchema {
  const size = paging && input.properties?.[paging.size];
  if (size) size.default = pageSize;
  return input;
}

/** The methods of writes that only add something. All others may end or replace something. */
const additions = /\.(?:create|register|request|schedule)\w*$/;

function annotate({ name, effect, signed }: Endpoint): ToolAnnotations {
  const isWrite = effect === "write";
  return {
    readOnlyHint: !isWrite,
    // What is signed later changes nothing until then.
    destructiveHint: isWrite && !signed && !additions.test(name),
    idempotentHint: !isWrite,
    openWorldHint: true,
  };
}

const sources = { contract: "", published: "", inferred: " Not documented: inferred." };

function describe({ title, effect, known, lookup }: Endpoint): string {
  const after = lookup && nameTools(lookup);
  const effects = {
    read: "Reads only.",
    quote: "Executes nothing.",
    write: `Changes something: never repeat it before you know the outcome. If that is unknown: ${after}.`,
  };
  return `${title}. ${effects[effect]}${sources[known]}`;
}
