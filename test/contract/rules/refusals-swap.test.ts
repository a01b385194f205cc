import { bitcoin, hash, owner, signature, usdc } from "../../support/fixtures/values.js";
import { parameter, type Refusal, refuses, request } from "./refuse.js";

const decimal = "a decimal string";
const evm = "an EVM address";
/** One letter in the wrong case. */
const typo = `${usdc.slice(0, 2)}${usdc.slice(2).replace("cEF5E", "ceF5E")}`;

const amounts: readonly unknown[] = [
  "1e-7",
  1e-7,
  "-1",
  "",
  "1,5",
  " 1",
  "1 ",
  "1.",
  ".5",
  "+1",
  "0x10",
  "1_000",
  "1\n",
  "NaN",
  "Infinity",
  "1.5.2",
  "١",
  1,
  1n,
  Number.NaN,
  null,
];

refuses("swap.quote", [
  ...amounts.map(
    (amountIn): Refusal => [
      `the amount ${typeof amountIn} ${JSON.stringify(String(amountIn))}`,
      { amountIn },
      { "body.amountIn": typeof amountIn === "string" ? decimal : "invalid_type" },
    ],
  ),
  ["a missing amount", { amountIn: undefined }, { "body.amountIn": "got nothing" }],
  ["an unknown chain", { chainIdIn: 5 }, { "body.chainIdIn": "a supported chain id: 42161, " }],
  ["a chain id as text", { chainIdOut: "137" }, { "body.chainIdOut": 'got "137"' }],
  ["a chain id as hex", { chainIdOut: "0x89" }, { "body.chainIdOut": "a supported chain id" }],
  ["a missing chain", { chainIdIn: undefined }, { "body.chainIdIn": "got nothing" }],
  [
    "a gas method in lower case",
    { gasFeePaymentMethod: "add_to_amount" },
    { "body.gasFeePaymentMethod": "one of ADD_TO_AMOUNT, DEDUCT_FROM_AMOUNT" },
  ],
  [
    "a Bitcoin address for the gas token",
    { payGasFeeToken: bitcoin.segwit },
    { "body.payGasFeeToken": evm },
  ],
  ["an address with a wrong EIP-55 checksum", { tokenIn: typo }, { "body.tokenIn": "EIP-55" }],
  [
    "a wallet with a wrong checksum",
    { walletAddress: owner.replace("f39F", "F39F") },
    { "body.walletAddress": "EIP-55" },
  ],
  [
    "a receiver with a wrong checksum",
    { toAddress: owner.replace("f39F", "F39F") },
    { "body.toAddress": "EIP-55" },
  ],
  ["an address that is too short", { tokenOut: usdc.slice(0, 41) }, { "body.tokenOut": evm }],
  ["an address that is too long", { walletAddress: `${owner}0` }, { "body.walletAddress": evm }],
  [
    "an address with 0X",
    { payGasFeeToken: usdc.toLowerCase().replace("0x", "0X") },
    { "body.payGasFeeToken": evm },
  ],
  [
    "an address with a trailing line break",
    { payGasFeeToken: `${usdc}\n` },
    { "body.payGasFeeToken": evm },
  ],
  ["a word for a token on an EVM chain", { tokenIn: "btc" }, { "body.tokenIn": evm }],
  ["a word for the other token on an EVM chain", { tokenOut: "USDC" }, { "body.tokenOut": evm }],
  [
    "a symbol for a token, with where its address is",
    { tokenOut: "USDC" },
    { "body.tokenOut": 'such as one of tokenAddresses[8453] or nativeToken, got "USDC"' },
  ],
  [
    "a word that is too long for a symbol, which is not repeated",
    { tokenOut: "abcdefghijk" },
    { "body.tokenOut": /^(?!.*abcdefghijk)/s },
  ],
  ["an empty token", { tokenIn: "" }, { "body.tokenIn": evm }],
  [
    "a Bitcoin receiver of tokens on an EVM chain",
    { toAddress: bitcoin.taproot },
    { "body.toAddress": "because chainIdOut is 8453" },
  ],
  [
    "an EVM receiver of Bitcoin",
    { chainIdOut: 0, tokenOut: "btc" },
    { "body.toAddress": "a Bitcoin address, because chainIdOut is 0" },
  ],
  [
    "an EVM wallet on Bitcoin",
    { chainIdIn: 0, tokenIn: "btc" },
    { "body.walletAddress": "a Bitcoin address, because chainIdIn is 0" },
  ],
  [
    "a Bitcoin wallet on an EVM chain",
    { walletAddress: bitcoin.segwit },
    { "body.walletAddress": "an EVM address, because chainIdIn is 137" },
  ],
  [
    "a Bitcoin wallet on an unknown chain, of which nothing is known",
    { walletAddress: bitcoin.segwit, chainIdIn: 5 },
    { "body.chainIdIn": "a supported chain id" },
  ],
  ["a receiver name", { toAddress: "ana.eth" }, { "body.toAddress": "or a Bitcoin address" }],
  [
    "a Bitcoin address of the test network",
    { chainIdOut: 0, toAddress: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx" },
    { "body.toAddress": "Bitcoin" },
  ],
  [
    "a project fee above 99.99",
    { transactionFeePercent: 100 },
    { "body.transactionFeePercent": "from 0 to 99.99" },
  ],
  [
    "a negative project fee",
    { transactionFeePercent: -0.01 },
    { "body.transactionFeePercent": "from 0 to 99.99" },
  ],
  [
    "a project fee as text",
    { transactionFeePercent: "1" },
    { "body.transactionFeePercent": 'got "1"' },
  ],
  ["slippage of 0.4", { slippage: 0.4 }, { "body.slippage": "from 0.5 to 99" }],
  ["slippage of 99.1", { slippage: 99.1 }, { "body.slippage": "from 0.5 to 99" }],
  ["NaN as slippage", { slippage: Number.NaN }, { "body.slippage": "from 0.5 to 99" }],
  [
    "an extra fee without a receiver",
    { extraFee: { percentage: 1 } },
    { "body.extraFee.toAddress": "got nothing" },
  ],
  [
    "an extra fee below 0",
    { extraFee: { percentage: -1, toAddress: owner } },
    { "body.extraFee.percentage": "from 0 to 100" },
  ],
  [
    "an extra fee above 100",
    { extraFee: { percentage: 101, toAddress: owner } },
    { "body.extraFee.percentage": "from 0 to 100" },
  ],
  [
    "an extra fee with a misspelt field",
    { extraFee: { percentage: 1, toAddress: owner, to: owner } },
    { "body.extraFee.to": "misspelt" },
  ],
  ["an extra fee as a number", { extraFee: 1 }, { "body.extraFee": "an object" }],
  [
    "an unknown route profile",
    { routeProfile: "FASTEST" },
    { "body.routeProfile": "QUICKEST_QUOTE, FASTEST_BRIDGE, BEST_OUTPUT" },
  ],
  ["a malformed minimum", { minAmountOut: "0.0.1" }, { "body.minAmountOut": decimal }],
  [
    "an expiry with a minimum of null, because null is no minimum",
    { minAmountOut: null, expiration: 60 },
    { "body.expiration": "unless minAmountOut is given" },
  ],
  [
    "a Bitcoin address with a mistyped character",
    { chainIdOut: 0, tokenOut: "btc", toAddress: bitcoin.segwit.replace("5mdq", "5mdp") },
    { "body.toAddress": "checksum" },
  ],
  [
    "metadata of 1,025 bytes",
    { metadata: { order: `${"ä".repeat(506)}a` } },
    { "body.metadata": "at most 1024 bytes" },
  ],
  [
    "an expiry of 0 seconds",
    { minAmountOut: "1", expiration: 0 },
    { "body.expiration": "a whole number from 1" },
  ],
  [
    "an expiry above 2^53 - 1",
    { minAmountOut: "1", expiration: 2 ** 53 },
    { "body.expiration": "to 9007199254740991" },
  ],
  [
    "an expiry with a fraction",
    { minAmountOut: "1", expiration: 1.5 },
    { "body.expiration": "a whole number" },
  ],
  [
    "an expiry without a minimum, because market swaps do not expire",
    { expiration: 60 },
    { "body.expiration": "unless minAmountOut is given" },
  ],
  [
    "partial filling without a minimum",
    { partialFillable: false },
    { "body.partialFillable": "unless minAmountOut is given" },
  ],
  [
    "an expiry and partial filling without a minimum",
    { expiration: 60, partialFillable: true },
    { "body.expiration": "minAmountOut", "body.partialFillable": "minAmountOut" },
  ],
  [
    "a flag as text",
    { minAmountOut: "1", partialFillable: "true" },
    { "body.partialFillable": "a boolean" },
  ],
  [
    "metadata with a number",
    { metadata: { order: 17, customer: "1" } },
    { "body.metadata.order": "strings only" },
  ],
  ["metadata with null", { metadata: { order: null } }, { "body.metadata.order": "strings only" }],
  [
    "metadata with an object",
    { metadata: { order: { id: "17" } } },
    { "body.metadata.order": "strings only" },
  ],
  ["metadata as text", { metadata: "order 17" }, { "body.metadata": "a record" }],
  ["metadata as a list", { metadata: ["17"] }, { "body.metadata": "invalid_type" }],
  ["an empty identity", { individualId: "" }, { "body.individualId": "not empty" }],
  [
    "a misspelt field, because the order would become a market order",
    { minAmuontOut: "1" },
    { "body.minAmuontOut": "misspelt" },
  ],
  [
    "two unknown fields in one error",
    { signerAddress: owner, chainId: 1 },
    { "body.signerAddress": "misspelt", "body.chainId": "misspelt" },
  ],
  [
    "every issue in one error",
    {
      amountIn: "1e5",
      slippage: 0,
      tokenOut: "btc",
      toAddress: bitcoin.legacy,
      expiration: 60,
      typo: 1,
      chainIdIn: 2,
      metadata: { a: 1 },
    },
    {
      "body.amountIn": decimal,
      "body.slippage": "from 0.5",
      "body.tokenOut": evm,
      "body.toAddress": "because chainIdOut is 8453",
      "body.expiration": "minAmountOut",
      "body.typo": "misspelt",
      "body.chainIdIn": "a supported chain id",
      "body.metadata.a": "strings only",
    },
  ],
  ["null in place of a request", request(null), { body: "an object, got null" }],
  ["a list in place of a request", request([]), { body: "an object, got an array" }],
  ["text in place of a request", request("swap"), { body: 'an object, got "swap"' }],
]);

refuses("swap.cancelLimitOrder", [
  ["a signature without bytes", { signature: "0x" }, { "body.signature": "not empty" }],
  [
    "a signature with half a byte",
    { signature: `${signature}0` },
    { "body.signature": "whole bytes" },
  ],
  ["a signature without hex digits", { signature: "0xzz" }, { "body.signature": "in hex" }],
  [
    "a signature as an object",
    { signature: { signature } },
    { "body.signature": "a string, got an object" },
  ],
  [
    "a hash with the signature",
    { userOperationHash: hash },
    { "body.userOperationHash": "misspelt" },
  ],
  ["an empty transaction id", parameter(""), { "params.transactionId": "not empty" }],
  ["an empty request", request({}), { "body.signature": "got nothing" }],
]);

refuses("swap.prepareCancellation", [
  ["an empty transaction id", parameter(""), { "params.transactionId": "not empty" }],
  ["a number for an id", parameter(17), { "params.transactionId": "a string" }],
]);

refuses("operations.execute", [
  ["a missing hash", { userOperationHash: undefined }, { "body.userOperationHash": "signed hash" }],
  ["a hash of null", { userOperationHash: null }, { "body.userOperationHash": "signed hash" }],
  [
    "a hash of 31 bytes",
    { userOperationHash: hash.slice(0, 64) },
    { "body.userOperationHash": "32-byte hash" },
  ],
  [
    "a hash without 0x",
    { userOperationHash: hash.slice(2) },
    { "body.userOperationHash": "32-byte hash" },
  ],
  [
    "a quoteId in place of the hash that is no hash",
    { userOperationHash: undefined, quoteId: "quote-1" },
    { "body.quoteId": "32-byte hash" },
  ],
  ["an empty signature", { signature: "0x" }, { "body.signature": "not empty" }],
  [
    "an unsigned authorization",
    { authorization: { chainId: 137, hash } },
    { "body.authorization": "a string" },
  ],
  ["an empty authorization", { authorization: {} }, { "body.authorization": "a string" }],
]);
