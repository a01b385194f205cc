import type { Transfer, TransferRequest } from "../../contract/operations/prepared-records.js";
import type { Given } from "../../contract/records/schema.js";
import { fromUnits, toUnits } from "../../shared/decimal.js";
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
import { formatUsdValue } from "../world/amounts.js";
import { omitEmpty, toAccountKey } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import { toIsoTime } from "../world/state.js";
import { findBookingProblem, prepareUnless } from "./prepare-operation.js";
import { settlementDuration } from "./settle-operations.js";

type TransferCall = Pick<OperationRequest<Given<TransferRequest>>, "world" | "project" | "body">;

export function prepareTransfer(request: TransferCall): Transfer {
  const { world, project, body } = request;
  const wallet = getWallet(request, body.walletAddress);
  const [token] = getWhitelistedTokens(project, body.chainId, [body.token]);
  const [gasToken] = getTokens(body.chainId, [body.payGasFeeToken]);
  const asset = token.asset;
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
  const metadata = body.metadata ?? null;
  const outcome = prepareUnless(findBookingProblem(world, wallet, gas, bookings), {
    world,
    project,
    wallet,
    chainId: token.chainId,
    bookings,
    metadata,
    record: { type: "TRANSFER" },
  });
  const price = getPrice(world, token);
  return {
    amountToBeReceived: fromUnits(received, token.decimals),
    amountToBeReceivedUSD: formatUsdValue(received, token.decimals, price),
    // The service does not normalize it: "15.00" stays "15.00".
    amountToSend: body.amount,
    amountToSendUSD: formatUsdValue(amount, token.decimals, price),
    chain: token.chainId,
    estimatedExecutionTime: toIsoTime(world.time + settlementDuration),
    estimatedGasFees: describeGas(world, gas),
    estimatedCollectedFee: describeCollectedFee(token, charges),
    ...outcome,
    quoteId: outcome.userOperationHash,
    toAddress: to as Transfer["toAddress"],
    walletAddress: wallet.address,
    token: token.address,
    metadata,
  };
}
