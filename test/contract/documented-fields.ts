import type { EndpointName } from "../../src/contract/endpoints.js";
import { currencyKeys } from "../support/fixtures/currencies.js";

/** The contract's record tables, field by field. */
const chain = "id name logo";
const token = "name symbol decimals address logoURL";
const fee = "amount token toAddress type percentage";
const gas = "payGasFeeToken maxGasFeeToken gasFeeTokenAmount gasFeeTokenAmountUSD maxGasFeeNative";
const authorization = "chainId address nonce hash";
const target = "url fields";
const targetFields =
  "bucket X-Cloud-Algorithm X-Cloud-Credential X-Cloud-Date key Policy X-Cloud-Signature";
const document = "id type category";
const party = "name addressLine1 addressLine2";
const lent = "tokenAddress chainId price amount";
const balance =
  "address name symbol marketDataId decimals logo chain balance balanceFormatted balanceUsd priceUsd pnl";
const tokenPnl = "profitAbsUsd roi inflowUsd outflowUsd averageBuyPriceUsd timerange";
const bucket = "limit used remaining";

const wallet = {
  wallet:
    "metadata walletAddress externallyOwnedAccount factory implementation eip7702 deployed salt registeredAt lastTransactionAt",
  "wallet.deployed.0": "chain deployed",
  "wallet.deployed.0.chain": chain,
};

function transaction(at: string): Record<string, string> {
  return {
    [at]:
      "metadata id createdAt updatedAt executedAt status transactionHash chain type userOperationHash receivedBy receivedFromAddress " +
      "receivedCryptoCurrency receivedAmount",
    [`${at}.transactionHash`]: "hash explorerURL explorer",
    [`${at}.chain`]: chain,
    [`${at}.receivedCryptoCurrency`]: token,
    [`${at}.receivedAmount`]: "token amount amountIn cryptoCurrency",
    [`${at}.receivedAmount.token`]: token,
    [`${at}.receivedAmount.amountIn`]: currencyKeys.join(" "),
    [`${at}.receivedAmount.cryptoCurrency`]: token,
  };
}

const echo =
  "liquidityProvider walletAddress toAddress chainId transactionFeePercent payGasFeeToken gasFeePaymentMethod tokenIn amountIn token0 token1 " +
  "poolFeePercent minPrice maxPrice slippage extraFee metadata";

const individual =
  "id individualId status livenessRequired preFlight failureReason firstName lastName birthDate document createdAt updatedAt";
const business =
  "id businessId status legalName email legalNature phoneNumber website country address city state postalCode document createdAt updatedAt";

/** Per endpoint and place in its answer: the fields that the contract names there. */
export const documentedFields: Readonly<
  Partial<Record<EndpointName, Readonly<Record<string, string>>>>
> = {
  "wallets.register": wallet,
  "wallets.check": wallet,
  "wallets.deposit": { transfer: "from to value data estimateGasCost" },
  "wallets.portfolio": {
    "": "tokens nfts portfolio pnl lendingPositions",
    "tokens.0": balance,
    "tokens.0.chain": chain,
    "tokens.0.pnl": tokenPnl,
    "portfolio.0": balance,
    "nfts.0": "address collection tokenId name description image amount chain",
    "nfts.0.collection": "name symbol logo",
    pnl: "timerange total",
    "pnl.total": "totalUsd",
    "lendingPositions.0":
      "positionType protocolGroupName token contractName contractSymbol valueUsd chain",
    "lendingPositions.0.token": "address name symbol decimals amount",
  },
  "wallets.history": { "": "nextLastId transactions", ...transaction("transactions.0") },
  "wallets.updateTransactionMetadata": transaction("transaction"),
  "swap.quote": {
    "quotes.0":
      "metadata revertReason tokenIn tokenOut amountIn amountOut minAmountOut chainIn chainOut estimatedExecutionTime estimatedGasFees " +
      "estimatedCollectedFee amountInUSD amountOutUSD tokenInPrice swapProvider expiresAt fees typedData userOperationHash quoteId " +
      "authorization rwaApproveUserOperation walletAddress toAddress",
    "quotes.0.estimatedGasFees": gas,
    "quotes.0.estimatedCollectedFee":
      "collectedFeeToken collectedFee collectedFeePercent serviceCollectedFee serviceCollectedFeePercent",
    "quotes.0.fees.0": fee,
    "quotes.0.typedData": "domain types primaryType message",
    "quotes.0.typedData.domain": "name version chainId verifyingContract",
    "quotes.0.authorization": authorization,
    "quotes.0.rwaApproveUserOperation": "userOperationHash authorization",
    "quotes.1.revertReason": "decoded raw utf8",
  },
  "swap.cancelLimitOrder": { "": "success" },
  "liquidity.createWithSwap": {
    operation:
      "metadata userOperationHash revertReason authorization tokenIn amountIn tokenInAmountForToken0 tokenInAmountForToken1 amounts " +
      "walletAddress expiresAt fees estimatedGasFees chain liquidityProvider nftAddress estimatedApr",
    "operation.tokenIn": token,
    "operation.fees.0": fee,
    "operation.estimatedGasFees": gas,
    "operation.authorization": authorization,
  },
  "liquidity.create": { operation: echo, "operation.extraFee": "percentage toAddress" },
  "liquidity.rebalance": {
    operation:
      "liquidityProvider walletAddress toAddress chainId tokenId newPosition slippage transactionFeePercent extraFee metadata",
    "operation.newPosition": "minPrice maxPrice",
  },
  "liquidity.pools": {
    "pools.0": "provider address chain fee totalValueLockedUSD tokens stats",
    "pools.0.provider": "name logoUrl explorerURL",
    "pools.0.tokens.0": "name symbol decimals address poolShareInPercentage poolShare logo",
    "pools.0.stats": "rangeInDays feesInUSD volumeInUSD transactionsCount",
  },
  "lending.quote": {
    "": "revertReason walletAddress supply borrow repay withdraw provider fees signData estimatedSettlementTime expiresAt metadata type",
    supply: "tokenIn tokenOut",
    "supply.tokenIn": lent,
    "supply.tokenIn.amount": "value usd",
    "borrow.token": lent,
    "repay.token": lent,
    "withdraw.tokenOut": lent,
    provider: "name logo",
    "fees.0": "type amount tokenAddress nativeAmount recipient percent",
    "signData.0": "type hash authorization",
  },
  "fiat.quoteDeposit": {
    depositQuote: "quoteId amountToSendInFiatCurrency amountToReceiveInCryptoCurrency expiresAt",
  },
  "fiat.createDeposit": {
    "": "id from to depositInstructions",
    from: "currency amount",
    to: "currency amount",
    depositInstructions:
      "type routingNumber accountNumber accountType beneficiary receivingBank memoCode",
    "depositInstructions.beneficiary": party,
    "depositInstructions.receivingBank": party,
  },
  "fiat.createWithdrawal": {
    "": "id from to expiresAt fees withdrawalInstructions",
    fees: "transactionFee gasFee treasuryAddress",
    withdrawalInstructions: "userOperationHash authorization",
  },
  "tokens.list": {
    "": "tokens page totalPerPage total",
    "tokens.0":
      "id address name symbol marketDataId decimals logo marketCap chain isWhitelistedInProject rwaProvider",
  },
  "kyc.individual.standard.get": { session: individual, "session.document": document },
  "kyc.business.standard.create": {
    "": "session proofOfAddressDocumentUpload socialContractDocumentUpload ownersDocuments",
    session: business,
    "session.document": document,
    proofOfAddressDocumentUpload: target,
    "proofOfAddressDocumentUpload.fields": targetFields,
    "ownersDocuments.0":
      "ownerId ownerDocumentId frontDocumentUpload backDocumentUpload proofOfAddressDocumentUpload",
  },
  "kyc.financialLimits": {
    "": "identityId identityType projectId limits",
    "limits.0": "type currency limits",
    "limits.0.limits": "monthly daily quarterly perTransaction",
    "limits.0.limits.monthly": bucket,
    "limits.0.limits.perTransaction": "limit",
  },
};
