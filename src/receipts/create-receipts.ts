import { custom, type Options, readOptions, required } from "../errors/options.js";
import type { Receipts } from "../signing/skeleton/receipts.js";
import { createChain, type Link, openLine, sealLine, start } from "./receipt-lines.js";

/** Where lines are stored. */
export interface ReceiptsOptions {
  /**
   * Stores one line of ASCII, without a line break. It must be durable when it resolves. If it
   * rejects, **it must have stored nothing**. Give it a time limit of its own: the call waits.
   */
  append: (line: string) => void | Promise<void>;
  /** The last line that is stored. Without it, the chain begins. */
  last?: string | undefined;
}

const optionFields: Options<ReceiptsOptions> = () => ({
  append: required(custom((value) => typeof value === "function", "a function")),
  last: custom(
    (value) => typeof value === "string" && openLine(value) !== undefined,
    "the last line as it was stored",
  ),
});

/**
 * Creates the option `receipts` of the sign functions, the runs and `once` on a storage of yours.
 * Each receipt becomes a line with a number, the hash of the line before it and its own. Lines are
 * stored one after the other. If `append` rejects, the next line takes the place of the failed one.
 * **Use one chain per storage, in one process**; `sqlReceipts` of `bursar/stores` is for several.
 *
 * @throws ConfigurationError for an invalid option.
 * @example
 * ```ts
 * import { createReceipts, verifyReceipts } from "bursar/receipts";
 * import { pickExecutable, signQuote } from "bursar/signing";
 *
 * const lines: string[] = []; // use createFileReceipts, or your database
 * const receipts = createReceipts({ append: (line) => void lines.push(line) });
 * try {
 *   const { quotes } = await client.swap.quote(request);
 *   await signQuote(pickExecutable(quotes), signer, { receipts });
 * } catch (error) {
 *   console.error(error);
 * }
 * console.log(verifyReceipts(lines.join("\n")).ok); // true
 * ```
 */
export function createReceipts(options: ReceiptsOptions): Receipts {
  const { append, last } = readOptions("createReceipts", options, optionFields);
  let end: Link = openLine(last ?? "") ?? start;
  return createChain(async (fields) => {
    const { line, link } = sealLine(fields, end);
    await append(line);
    end = link;
  });
}
