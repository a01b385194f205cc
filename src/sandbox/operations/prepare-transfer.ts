import type { Transfer, TransferRequest } from "../../contract/operations/prepared-types.js";
import type { Given } from "../../contract/shared/schema.js";
import {
  createFeeCharges,
  createGasCharge,
  describeCollectedFee,
  describeGas,
  sumDeducted,
} from "../shared/charges.js";
import { getWallet } from "../shared/find-wallet.js";
import type { OperationRequest } from "../shared/operation-handler.js";
import { ServiceError } from "../shared/service-error.js";
import { getTokens, getWhitelistedTokens } from "../shared/whitelist.js";
import { formatUsdValue, fromUnits, toUnits } from "../world/amounts.js";
import { describeChain } from "../world/catalogue.js";
import { omitEmpty, toAccountKey, toAssetKey } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import { toIsoTime } from "../world/state.js";
import { operationLifetime, prepareOperation } from "./prepare-operation.js";
import { createRevertReason, findBookingProblem } from "./revert-reason.js";
import { settlementDuration } from "./settle-operations.js";

type TransferCall = Pick<OperationRequest<Given<TransferRequest>>, "world" | "project" | "body">;

/** Describes a transfer. Prepares its operation if it can be executed. */
export function prepareTransfer(request: TransferCall): Transfer {
  const { world, project, body } = request;
  const wallet = getWallet(request, body.walletAddress);
  const [token] = getWhitelistedTokens(project, body.chainId, [body.token]);
  const [gasToken] = getTokens(body.chainId, [body.payGasFeeToken]);
  const asset = toAssetKey(token.chainId, token.address);
  const amount = toUnits(body.amount, token.decimals);
  const charges = createFeeCharges(project, wallet.address, token, amount, body);
  const gas = createGasCharge(world, wallet.address, gasToken);
  const received = amount - sumDeducted([...charges, gas], asset, body.gasFeePaymentMethod);
  // Like the service, which crashes on a very small amount.
  if (received <= 0n)
    throw new ServiceError("INTERNAL_SERVER_ERROR", "The amount does not cover fees and gas");
  const to = toAccountKey(body.toAddress);
  const bookings = omitEmpty([
    { from: wallet.address, to, asset, units: received },
    ...charges,
    gas,
  ]);
  const problem = findBookingProblem(world, wallet, gas, bookings);
  const operation =
    problem === undefined
      ? prepareOperation({
          ...{ world, project, wallet, chainId: token.chainId, bookings },
          summary: {
            ...{ kind: "TRANSFER", tokenIn: token.address, amountIn: amount },
            ...{ tokenOut: token.address, minAmountOut: received, chainOut: token.chainId, to },
          },
          record: { type: "TRANSFER", chain: describeChain(token.chainId) },
          metadata: body.metadata ?? null,
        })
      : undefined;
  const price = getPrice(world, token);
  return {
    amountToBeReceived: fromUnits(received, token.decimals),
    amountToBeReceivedUSD: formatUsdValue(received, token.decimals, price),
    // The service does not normalise it: "15.00" stays "15.00".
    amountToSend: body.amount,
    amountToSendUSD: formatUsdValue(amount, token.decimals, price),
    chain: token.chainId,
    estimatedExecutionTime: toIsoTime(world.time + settlementDuration),
    estimatedGasFees: describeGas(world, gas),
    estimatedCollectedFee: describeCollectedFee(token, charges),
    expiresAt: operation?.expiresAt ?? world.time + operationLifetime,
    quoteId: operation?.hash ?? null,
    userOperationHash: operation?.hash ?? null,
    revertReason: problem === undefined ? null : createRevertReason(problem),
    authorization: operation?.authorization ?? null,
    toAddress: to as Transfer["toAddress"],
    walletAddress: wallet.address,
    token: token.address,
    metadata: body.metadata ?? null,
  };
}
