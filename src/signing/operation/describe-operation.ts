import { timeOf } from "../../contract/shared/expiry.js";
import type { SigningProblem } from "../../errors/signing.js";
import { createNameToken, type NamingOptions } from "../shared/format.js";
import { findProblems } from "../shared/problems.js";
import { explainProblems } from "../skeleton/describe-parts.js";
import { describeReading, type OperationSummary } from "./describe-reading.js";
import type { AnyOperation, OperationOptions } from "./operation-options.js";
import { readOperation } from "./read-operation.js";

/** Options of `describeOperation`: those of `checkOperation`, and names. */
export interface DescribeOperationOptions extends OperationOptions, NamingOptions {}

/**
 * Compares a transfer, a batch or a custom operation with your request, like `signOperation`, and
 * returns all problems. If the list is empty, you can sign it. A problem with the severity
 * `"review"` can be right: ask the user.
 *
 * @throws ConfigurationError if an option is unknown, because a misspelt limit would not apply.
 * @example
 * ```ts
 * import type { TransferRequest } from "bursar";
 * import { checkOperation } from "bursar/signing";
 *
 * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
 * const payment: TransferRequest = {
 *   amount: "12.5",
 *   chainId: 137,
 *   token: usdc,
 *   payGasFeeToken: usdc,
 *   walletAddress,
 *   gasFeePaymentMethod: "ADD_TO_AMOUNT",
 *   toAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
 * };
 * const { transfer } = await client.operations.transfer(payment);
 * for (const { message } of checkOperation(transfer)) console.log(message);
 * ```
 */
export function checkOperation(
  operation: AnyOperation,
  options?: OperationOptions,
): SigningProblem[] {
  return read("checkOperation", operation, options).problems;
}

/**
 * Describes a transfer, a batch or a custom operation for the user before signing. A batch lists
 * each of its operations. The problems that `checkOperation` finds are described, too.
 *
 * @throws ConfigurationError if an option is unknown.
 * @example
 * ```ts
 * import type { TransferRequest } from "bursar";
 * import { describeOperation } from "bursar/signing";
 *
 * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
 * const payment: TransferRequest = {
 *   amount: "12.5",
 *   chainId: 137,
 *   token: usdc,
 *   payGasFeeToken: usdc,
 *   walletAddress,
 *   gasFeePaymentMethod: "ADD_TO_AMOUNT",
 *   toAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
 * };
 * const { transfer } = await client.operations.transfer(payment);
 * console.log(describeOperation(transfer)?.text);
 * ```
 */
export function describeOperation(
  operation: AnyOperation,
  options?: DescribeOperationOptions,
): OperationSummary | undefined {
  const subject = "describeOperation";
  const { tokenName, ...terms } = options ?? {};
  const nameToken = createNameToken(subject, tokenName);
  const { value: reading, problems } = read(subject, operation, terms);
  return (
    reading &&
    describeReading(reading, explainProblems(problems), timeOf(reading.options.now), nameToken)
  );
}

function read(subject: string, operation: AnyOperation, options: OperationOptions | undefined) {
  return findProblems((report) => readOperation(subject, operation, options, report));
}
