import {
  type AnyOperation,
  operationFields,
  type SignOperationOptions,
} from "../signing/operation/operation-options.js";
import { signOperation } from "../signing/operation/sign-operation.js";
import { type Fields, readOptions } from "../signing/shared/read-options.js";
import { type RunOutcome, writeOutcome } from "../signing/skeleton/receipts.js";
import { type RunClient, type RunOptions, type RunResult, run, runFields } from "./run.js";

/** What the operation must match as in `signOperation`, and what is stored of the run. */
export interface RunOperationOptions extends SignOperationOptions, RunOptions {
  chainId: number;
  walletAddress: string;
}

/** A function: bundlers keep an unused table with spreads. */
const listOptionFields = (): Fields<RunOperationOptions> => ({
  ...operationFields,
  ...runFields,
  walletAddress: "value!",
  chainId: "value!",
});

/**
 * Everything except swaps as one call: prepares an operation, checks and signs it like
 * `signOperation`, submits it, and waits for its final status. `prepare` makes the call whose
 * response is signed, and may compare the response with your request before it returns it. **It
 * runs again after a crash before `signed`**: order a fiat withdrawal first, store the order, and
 * return the stored one.
 *
 * Records, `resume` and errors are those of `runSwap`.
 *
 * @throws UnsafeToSignError with every problem. Nothing was signed.
 * @throws SigningError if there is nothing to sign.
 * @throws WaitTimeoutError if there is no final status in time.
 * @throws ConfigurationError for an invalid option or record. Nothing was sent.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { runOperation } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // externallyOwnedAccount
 * const prepare = async () => {
 *   const { operation } = await client.liquidity.collectFees({
 *     walletAddress,
 *     chainId: 137,
 *     nftId: "81234",
 *     payGasFeeToken: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
 *   });
 *   return operation;
 * };
 * try {
 *   const { status } = await runOperation(client, prepare, {
 *     signer,
 *     owner,
 *     walletAddress,
 *     chainId: 137,
 *   });
 *   console.log(status);
 * } catch (error) {
 *   if (!(error instanceof UnsafeToSignError)) throw error;
 *   console.error(error.problems.map(({ message }) => message));
 * }
 * ```
 */
export async function runOperation(
  client: RunClient,
  prepare: () => PromiseLike<AnyOperation>,
  options: RunOperationOptions,
): Promise<RunResult> {
  const subject = "runOperation";
  const { signer, onStage, resume, signal, wait, settle, ...signOptions } = readOptions(
    subject,
    options,
    listOptionFields(),
  );
  const { walletAddress, chainId, policy, receipts } = signOptions;
  const steps = {
    subject,
    walletAddress,
    chainId,
    async prepare() {
      const operation = await prepare();
      return () => signOperation(operation, signer, { ...signOptions, signal });
    },
    wait: client.wallets.waitForTransaction.bind(client.wallets),
  };
  const write = (outcome: RunOutcome) => writeOutcome(receipts, outcome, signal);
  return run(client, steps, { onStage, resume, signal, wait, settle, policy, write });
}
