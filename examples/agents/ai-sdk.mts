// Shows the tools of wallet.mts as tools of the AI SDK, for `generateText` and `streamText`.

import { jsonSchema, type ToolSet, tool } from "ai";
import type { Wallet } from "./wallet.mjs";

export function createToolSet(
  { createTools }: Wallet,
  ask: (question: string) => Promise<boolean>,
): ToolSet {
  const tools = createTools(ask).map(({ name, title, description, inputSchema, execute }) => [
    name,
    tool({
      title,
      description,
      inputSchema: jsonSchema<object>({ ...inputSchema }),
      execute: (input, { abortSignal }) => execute(input, { signal: abortSignal }),
    }),
  ]);
  return Object.fromEntries(tools);
}
