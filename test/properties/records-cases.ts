// What the service contract and the recordings say about the fields of responses, by hand. A field
// without a mark is present: there is no evidence that it may be missing.

import { currencyKeys } from "../support/fixtures/currencies.js";

/**
 * The records, by their fields. `?` marks a field that was seen to be missing or null, `=` a text
 * that has an exact form, such as an address, a hash or an amount, and an id that may not be empty.
 * After a colon is its record, the record of its items, or `any`; `text|` and `number|` are forms
 * of the same field.
 */
export const records = {
  Chain: "id name logo",
  Token: "name symbol decimals address= logoURL",
  Fee: "amount= token= toAddress? type percentage=",
  GasEstimate:
    "payGasFeeToken= maxGasFeeToken= gasFeeTokenAmount= gasFeeTokenAmountUSD= maxGasFeeNative=",
  CollectedFeeEstimate:
    "collectedFeeToken= collectedFee= collectedFeePercent= serviceCollectedFee= serviceCollectedFeePercent=",
  Authorization: "chainId? address?= nonce? hash?=",
  RevertReason: "decoded raw utf8",
  TypedData: "domain:TypedDataDomain types:any primaryType message:any",
  TypedDataDomain: "name version chainId verifyingContract",
  ReceivedAmount: "token?:Token amount= amountIn?:Currencies cryptoCurrency:Token",
  Currencies: currencyKeys.map((key) => `${key}?`).join(" "),
  Deployment: "chain:Chain deployed",
  SmartWallet:
    "metadata?:any walletAddress= externallyOwnedAccount= factory= implementation= eip7702 " +
    "deployed:Deployment[] salt? registeredAt? lastTransactionAt?",
  DepositTransfer: "from= to= value= data= estimateGasCost=",
  ExplorerLink: "hash explorerURL explorer",
  Transaction:
    "metadata?:any id= createdAt updatedAt executedAt? status transactionHash?:ExplorerLink " +
    "chain:Chain type userOperationHash?= receivedBy? receivedFromAddress? " +
    "receivedCryptoCurrency?:Token receivedAmount?:ReceivedAmount",
  TokenBalance:
    "address= name symbol marketDataId? decimals logo chain:Chain balance= balanceFormatted= " +
    "balanceUsd= priceUsd= pnl?:TokenPnl",
  TokenPnl: "profitAbsUsd= roi= inflowUsd= outflowUsd= averageBuyPriceUsd= timerange",
  Nft: "address= collection:NftCollection tokenId name description image amount= chain:Chain",
  NftCollection: "name symbol logo",
  WalletPnl: "timerange total:WalletPnlTotal",
  WalletPnlTotal: "totalUsd",
  LendingPosition:
    "positionType protocolGroupName token:LendingPositionToken contractName contractSymbol " +
    "valueUsd= chain:Chain",
  LendingPositionToken: "address= name symbol decimals amount=",
  SwapQuote:
    "metadata?:any revertReason?:RevertReason tokenIn= tokenOut= amountIn= amountOut?= " +
    "minAmountOut= chainIn chainOut estimatedExecutionTime estimatedGasFees?:GasEstimate " +
    "estimatedCollectedFee?:CollectedFeeEstimate amountInUSD= amountOutUSD= tokenInPrice= " +
    "swapProvider expiresAt fees?:Fee[] typedData?:TypedData userOperationHash?= quoteId? " +
    "authorization?:Authorization rwaApproveUserOperation?:RwaApproval walletAddress= toAddress?=",
  RwaApproval: "userOperationHash= authorization?:Authorization",
  CancellationSignData: "type typedData:TypedData",
  CancellationFee: "type amount:CancellationAmount nativeAmount= percent recipient?= tokenAddress=",
  CancellationAmount: "value= usd?:any brl?:any",
  NewPosition:
    "metadata?:any userOperationHash= revertReason?:RevertReason authorization?:Authorization " +
    "tokenIn=:text|Token amountIn= tokenInAmountForToken0= tokenInAmountForToken1= " +
    "amounts?:text|PositionAmount[] collectedFees?:PositionAmount[] walletAddress= expiresAt? " +
    "fees:Fee[] estimatedGasFees:GasEstimate chain?:number|Chain liquidityProvider nftAddress= " +
    "estimatedApr",
  LiquidityOperation:
    "metadata?:any userOperationHash= revertReason?:RevertReason authorization?:Authorization " +
    "tokenIn?=:text|Token amountIn?= tokenInAmountForToken0?= tokenInAmountForToken1?= " +
    "amounts?:text|PositionAmount[] collectedFees?:PositionAmount[] walletAddress= expiresAt? " +
    "fees?:Fee[] estimatedGasFees?:GasEstimate chain?:number|Chain liquidityProvider nftAddress= " +
    "estimatedApr?",
  PositionAmount: "token=:text|Token cryptoCurrency?:text|Token amount= amountIn?:Currencies",
  ExtraFee: "percentage toAddress=",
  PositionEcho:
    "liquidityProvider walletAddress= toAddress= chainId transactionFeePercent payGasFeeToken= " +
    "gasFeePaymentMethod tokenIn?= amountIn?= token0= token1= token0Amount?= token1Amount?= " +
    "poolFeePercent minPrice maxPrice slippage extraFee?:ExtraFee metadata?:any",
  RebalanceEcho:
    "liquidityProvider walletAddress= toAddress= chainId tokenId newPosition:PriceRange slippage " +
    "transactionFeePercent extraFee?:ExtraFee metadata?:any",
  PriceRange: "minPrice maxPrice",
  ChangeEcho:
    "liquidityProvider walletAddress= payGasFeeToken= gasFeePaymentMethod chainId tokenId " +
    "change:Change slippage transactionFeePercent metadata?:any",
  Change: "token0?= token1?= token0Amount? token1Amount? percentage?",
  CollectEcho: "liquidityProvider walletAddress= chainId nftId payGasFeeToken= metadata?:any",
  LiquidityPool:
    "id? provider:PoolProvider address= chain:Chain fee totalValueLockedUSD= tokens:PoolToken[] " +
    "stats:PoolStats",
  PoolProvider: "name logoUrl explorerURL",
  PoolToken: "name symbol decimals address= poolShareInPercentage poolShare logo",
  PoolStats: "rangeInDays feesInUSD= volumeInUSD= transactionsCount",
  PoolHistory: "rangeInDays groupByInterval poolId items:PoolHistoryItem[]",
  PoolHistoryItem:
    "timestamp volumeInUSD= feesInUSD= closeInUSD= highInUSD= lowInUSD= totalValueLockedInUSD= " +
    "token0PriceInToken1= token1PriceInToken0=",
  MaxAmounts: "token0MaxAmount?:PairAmounts token1MaxAmount?:PairAmounts",
  PairAmounts: "token0Amount= token1Amount=",
  LendingExchange: "tokenIn:LendingTokenAmount tokenOut:LendingTokenAmount",
  LendingMovement: "token:LendingTokenAmount",
  LendingTokenAmount: "tokenAddress= chainId price?:any amount:LendingAmount",
  LendingAmount: "value= usd?:any",
  LendingProvider: "name logo",
  LendingFee: "type amount:LendingAmount tokenAddress= nativeAmount= recipient?= percent",
  LendingSignData: "type hash= authorization?:Authorization typedData?:TypedData",
  FiatDepositQuote:
    "quoteId amountToSendInFiatCurrency= amountToReceiveInCryptoCurrency= expiresAt",
  FiatAmount: "currency amount=",
  DepositInstructions:
    "type routingNumber? accountNumber? accountType? beneficiary?:BankParty " +
    "receivingBank?:BankParty memoCode? pixKey? base64QrCode?",
  BankParty: "name addressLine1 addressLine2",
  FiatWithdrawalQuote:
    "quoteId= cryptoCurrencyToSend fiatCurrencyToReceive amountToSendInCryptoCurrency= " +
    "amountToReceiveInFiatCurrency= transactionFeeInCryptoCurrency= " +
    "estimatedGasFeeInCryptoCurrency= expiresAt",
  FiatWithdrawalFees: "transactionFee= gasFee= treasuryAddress?=",
  WithdrawalInstructions: "userOperationHash= authorization?:Authorization",
  DepositOrderV1: "orderId= expiresAt paymentMethodToSendDetails:DepositInstructions",
  WithdrawOrderV1:
    "orderId= userOperationHash= authorization?:Authorization amountToSendInCryptoCurrency= " +
    "amountToReceiveInFiatCurrency= transactionFeeAmountInCryptoCurrency= " +
    "estimatedGasFeeAmountInCryptoCurrency= expiresAt",
  ListedToken:
    "id address= name symbol marketDataId decimals logo marketCap chain:Chain " +
    "isWhitelistedInProject rwaProvider?",
  IndividualSession:
    "id= individualId? status livenessRequired? preFlight? failureReason? firstName? lastName? " +
    "birthDate? document?:SessionDocument createdAt? updatedAt?",
  SessionDocument: "id type? category",
  UploadTarget: "url= fields:any",
  BusinessSession:
    "id= businessId? status legalName email legalNature phoneNumber website country address city " +
    "state postalCode document:SessionDocument createdAt updatedAt?",
  OwnerDocuments:
    "ownerId ownerDocumentId frontDocumentUpload:UploadTarget backDocumentUpload?:UploadTarget " +
    "proofOfAddressDocumentUpload:UploadTarget",
  EnhancedSession: "id?:any status?:any",
  FinancialLimits: "type currency limits:LimitPeriods",
  LimitPeriods: "monthly:Bucket daily:Bucket quarterly:Bucket perTransaction:SingleLimit",
  Bucket: "limit used remaining",
  SingleLimit: "limit",
  Transfer:
    "metadata?:any revertReason?:RevertReason authorization?:Authorization userOperationHash?= " +
    "quoteId? walletAddress= toAddress= token= amountToSend= amountToSendUSD= " +
    "amountToBeReceived= amountToBeReceivedUSD= chain estimatedExecutionTime " +
    "estimatedGasFees?:GasEstimate estimatedCollectedFee?:CollectedFeeEstimate expiresAt",
  BatchPart: "transfer?:any swap?:any operation?:any",
  UserOperation:
    "metadata?:any id? userOperationHash= hash? authorization?:Authorization chainIn?:Chain " +
    "chainOut?:Chain chainIdIn? chainIdOut? sender:Sender nonce? signature? callGasLimit? " +
    "verificationGasLimit? preVerificationGas? maxFeePerGas? maxPriorityFeePerGas? " +
    "maxGasFeeNative?= maxGasFeeToken?= payFeesToken? factory?:Factory paymaster? paymasterData? " +
    "paymasterPostOpGasLimit? paymasterVerificationGasLimit? expiresAt? projectId? organizationId?",
  Sender: "walletAddress= accountAbstraction?= externallyOwnedAccount?=",
  Factory: "data? address?= entryPointVersion?",
} satisfies Readonly<Record<string, string>>;

/** What one form of a response has. */
export interface FormFacts {
  /** Its fields, in the notation of `records`. */
  readonly fields: string;
  /**
   * The essential fields: the call rejects if one is missing or malformed. With `?` only if it is
   * malformed, with `!` only if it is absent.
   */
  readonly essential: string;
  /** Fields that may be missing in this form only. */
  readonly optional?: string;
  /** Fields that may be missing in the other forms only. */
  readonly present?: string;
}

const lendingQuote =
  "revertReason?:RevertReason walletAddress= supply?:LendingExchange borrow?:LendingMovement " +
  "repay?:LendingMovement withdraw?:LendingExchange provider:LendingProvider fees:LendingFee[] " +
  "signData:LendingSignData[] estimatedSettlementTime?:any expiresAt?:any metadata?:any type";
const typedData = "signData[].typedData.";
const operation = (fields: string, essential = "operation.userOperationHash"): FormFacts => ({
  fields: `operation:${fields}`,
  essential: `operation operation.walletAddress? ${essential}`,
});
const echo = (fields: string): FormFacts => ({
  fields: `operation:${fields}`,
  essential: "operation operation.walletAddress operation.chainId",
});
const reverted: FormFacts = {
  ...operation("LiquidityOperation", "operation.userOperationHash?"),
  optional: "operation.userOperationHash",
};
const upload = (field: string) => `${field}? ${field}.url ${field}.fields`;
const wallet: FormFacts = {
  fields: "wallet:SmartWallet",
  essential: "wallet wallet.walletAddress",
};
const individual: FormFacts = {
  fields: "session:IndividualSession",
  essential: "session session.id session.status",
};
const userOperation: FormFacts = {
  fields: "userOperation:UserOperation",
  essential:
    "userOperation userOperation.userOperationHash userOperation.sender " +
    "userOperation.sender.walletAddress userOperation.expiresAt?",
};
const enhanced: FormFacts = { fields: "session?:EnhancedSession", essential: "" };
const lending = "walletAddress signData signData[].type";
const transfer =
  "transfer transfer.walletAddress transfer.toAddress transfer.token transfer.amountToSend " +
  "transfer.amountToBeReceived transfer.chain transfer.userOperationHash?";
const batch =
  "userOperationHash?= quoteId? revertReason?:RevertReason authorization?:Authorization expiresAt operations:BatchPart[]";

/** By operation: its forms, in the order of the fixture. */
export const responses: Readonly<Record<string, readonly FormFacts[]>> = {
  "wallets.register": [wallet],
  "wallets.check": [wallet],
  "wallets.list": [
    { fields: "wallets:SmartWallet[]", essential: "wallets wallets[].walletAddress!" },
  ],
  "wallets.updateMetadata": [wallet],
  "wallets.deposit": [
    {
      fields: "transfer:DepositTransfer",
      essential: "transfer transfer.from transfer.to transfer.value transfer.data",
    },
  ],
  "wallets.portfolio": [
    {
      fields:
        "tokens?:TokenBalance[] nfts?:Nft[] portfolio?:TokenBalance[] pnl?:WalletPnl " +
        "lendingPositions?:LendingPosition[]",
      essential: "tokens? nfts? portfolio? tokens[].address! nfts[].address! portfolio[].address!",
    },
  ],
  "wallets.history": [
    {
      fields: "nextLastId? transactions:Transaction[]",
      essential: "transactions transactions[].id! nextLastId?",
    },
  ],
  "wallets.updateTransactionMetadata": [
    { fields: "transaction:Transaction", essential: "transaction transaction.id" },
  ],
  // If one quote of several can be read, the others do not reject the call.
  "swap.quote": [
    {
      fields: "quotes:SwapQuote[]",
      essential: "quotes",
      optional: "quotes.1.minAmountOut quotes.1.expiresAt",
    },
    {
      fields: "quotes:SwapQuote[]",
      essential:
        "quotes quotes[].tokenIn quotes[].tokenOut quotes[].amountIn quotes[].minAmountOut " +
        "quotes[].chainIn quotes[].chainOut quotes[].expiresAt quotes[].userOperationHash? " +
        "quotes[].walletAddress",
    },
  ],
  "swap.prepareCancellation": [
    {
      fields:
        "id requiresExecution status signData:CancellationSignData[] expiresAt?:any " +
        "fees:CancellationFee[] receivedAmount?:any",
      essential:
        `signData signData[].typedData ${typedData}domain ${typedData}types ` +
        `${typedData}primaryType ${typedData}message`,
    },
  ],
  "swap.cancelLimitOrder": [{ fields: "success", essential: "success" }],
  "liquidity.createWithSwap": [operation("NewPosition")],
  "liquidity.create": [echo("PositionEcho"), reverted],
  "liquidity.rebalance": [echo("RebalanceEcho"), reverted],
  "liquidity.change": [operation("LiquidityOperation"), echo("ChangeEcho")],
  "liquidity.collectFees": [operation("LiquidityOperation"), echo("CollectEcho")],
  "liquidity.pools": [{ fields: "pools:LiquidityPool[]", essential: "pools pools[].address!" }],
  "liquidity.pool": [{ fields: "pool:LiquidityPool", essential: "pool pool.address" }],
  "liquidity.poolHistory": [
    { fields: "statistics:PoolHistory", essential: "statistics statistics.items" },
  ],
  "liquidity.amounts": [
    {
      fields: "poolPrice= amounts:MaxAmounts",
      essential: [
        "amounts amounts.token0MaxAmount? amounts.token1MaxAmount?",
        "amounts.token0MaxAmount.token0Amount amounts.token0MaxAmount.token1Amount",
        "amounts.token1MaxAmount.token0Amount amounts.token1MaxAmount.token1Amount",
      ].join(" "),
    },
  ],
  // With a revert reason there is nothing to sign.
  "lending.quote": [
    {
      fields: lendingQuote,
      essential: "walletAddress signData? signData[].type signData[].hash?",
      optional: "signData[].hash",
    },
    { fields: lendingQuote, essential: `${lending} signData[].hash` },
    { fields: lendingQuote, essential: lending, present: "signData[].typedData" },
  ],
  "fiat.quoteDeposit": [
    {
      fields: "depositQuote:FiatDepositQuote",
      essential:
        "depositQuote depositQuote.quoteId depositQuote.amountToSendInFiatCurrency " +
        "depositQuote.amountToReceiveInCryptoCurrency",
    },
  ],
  "fiat.createDeposit": [
    {
      fields: "id= from:FiatAmount to:FiatAmount depositInstructions:DepositInstructions",
      essential: "id depositInstructions depositInstructions.type",
    },
  ],
  "fiat.quoteWithdrawal": [
    {
      fields: "withdrawQuote:FiatWithdrawalQuote",
      essential:
        "withdrawQuote withdrawQuote.quoteId withdrawQuote.amountToSendInCryptoCurrency " +
        "withdrawQuote.amountToReceiveInFiatCurrency",
    },
  ],
  "fiat.createWithdrawal": [
    {
      fields:
        "id= from:FiatAmount to:FiatAmount expiresAt fees:FiatWithdrawalFees " +
        "withdrawalInstructions:WithdrawalInstructions",
      essential: "id withdrawalInstructions withdrawalInstructions.userOperationHash",
    },
  ],
  "fiat.createDepositV1": [
    {
      fields: "depositOrder:DepositOrderV1",
      essential:
        "depositOrder depositOrder.orderId depositOrder.paymentMethodToSendDetails " +
        "depositOrder.paymentMethodToSendDetails.type",
    },
  ],
  "fiat.createWithdrawalV1": [
    {
      fields: "withdrawOrder:WithdrawOrderV1",
      essential: "withdrawOrder withdrawOrder.orderId withdrawOrder.userOperationHash",
    },
  ],
  "tokens.list": [
    {
      fields: "tokens:ListedToken[] page totalPerPage total",
      essential: "tokens tokens[].address! tokens[].chain! tokens[].chain.id!",
    },
  ],
  "tokens.chains": [{ fields: "chains:Chain[]", essential: "chains chains[].id!" }],
  "kyc.individual.standard.create": [
    {
      fields:
        `${individual.fields} frontDocumentUpload:UploadTarget ` +
        "backDocumentUpload?:UploadTarget",
      essential: [
        individual.essential,
        upload("frontDocumentUpload"),
        upload("backDocumentUpload"),
      ].join(" "),
    },
  ],
  "kyc.individual.standard.get": [individual],
  "kyc.individual.enhanced.create": [enhanced],
  "kyc.individual.enhanced.get": [enhanced],
  "kyc.documentUrls": [
    {
      fields: "frontDocumentUrl?= backDocumentUrl?= faceImageUrl?=",
      essential: "frontDocumentUrl? backDocumentUrl? faceImageUrl?",
    },
  ],
  "kyc.business.standard.create": [
    {
      fields:
        "session:BusinessSession proofOfAddressDocumentUpload:UploadTarget " +
        "socialContractDocumentUpload:UploadTarget ownersDocuments:OwnerDocuments[]",
      essential: [
        "session session.id session.status ownersDocuments?",
        upload("proofOfAddressDocumentUpload"),
        upload("socialContractDocumentUpload"),
        upload("ownersDocuments[].frontDocumentUpload"),
        upload("ownersDocuments[].backDocumentUpload"),
        upload("ownersDocuments[].proofOfAddressDocumentUpload"),
      ].join(" "),
    },
  ],
  "kyc.business.standard.get": [
    { fields: "session:BusinessSession", essential: "session session.id session.status" },
  ],
  "kyc.financialLimits": [
    {
      fields: "identityId identityType projectId limits:FinancialLimits[]",
      essential: "limits limits[].currency",
    },
  ],
  "operations.transfer": [
    { fields: "transfer:Transfer", essential: `${transfer} transfer.expiresAt` },
    {
      fields: "transfer:Transfer",
      essential: `${transfer} transfer.expiresAt?`,
      optional: "transfer.expiresAt",
    },
  ],
  "operations.batch": [
    { fields: batch, essential: "userOperationHash? expiresAt operations" },
    {
      fields: batch,
      essential: "userOperationHash? expiresAt? operations",
      optional: "expiresAt",
    },
  ],
  "operations.custom": [userOperation],
  "operations.get": [userOperation],
  "operations.execute": [
    {
      fields: "userOperationHash= userOpHash?= estimatedExecutionTime",
      essential: "userOperationHash",
    },
  ],
};
