import { bitcoin, factory, hash, owner, wallet } from "../../support/fixtures/values.js";
import { parameter, type Refusal, refuses, request } from "./refuse.js";

const salts: readonly unknown[] = [-1, 1.5, 2 ** 53, "abc", "0x1", "1.0", "-1", -1n, true, {}];

const identity = (root: string): Refusal[] => [
  [
    "a missing owner",
    { externallyOwnedAccount: undefined },
    { [`${root}.externallyOwnedAccount`]: "got nothing" },
  ],
  [
    "a Bitcoin owner",
    { externallyOwnedAccount: bitcoin.segwit },
    { [`${root}.externallyOwnedAccount`]: "an EVM address" },
  ],
  [
    "an owner with a letter mistyped",
    { externallyOwnedAccount: owner.replace("f39F", "F39F") },
    { [`${root}.externallyOwnedAccount`]: "EIP-55" },
  ],
  ["a factory by name", { factory: "LightAccount" }, { [`${root}.factory`]: "an EVM address" }],
  [
    "a salt with eip7702, because such a wallet has no salt",
    { salt: "1", eip7702: true },
    { [`${root}.salt`]: "an EIP-7702 wallet has no salt" },
  ],
  [
    "a salt of 0 with eip7702",
    { salt: 0, eip7702: true },
    { [`${root}.salt`]: "an EIP-7702 wallet has no salt" },
  ],
  ["a flag as text", { eip7702: "true" }, { [`${root}.eip7702`]: "a boolean" }],
  ["a misspelt field", { eip7720: true }, { [`${root}.eip7720`]: "misspelt" }],
  [
    "a wrong factory and a salt with eip7702 in one error",
    { factory: "0x", salt: "1", eip7702: true },
    { [`${root}.factory`]: "an EVM address", [`${root}.salt`]: "no salt" },
  ],
];

refuses("wallets.register", [
  ...identity("body"),
  ...salts.map(
    (salt): Refusal => [
      `the salt ${typeof salt} ${salt}`,
      { salt },
      { "body.salt": "a whole number of 0 or more" },
    ],
  ),
  ["an empty salt", { salt: "" }, { "body.salt": "a whole number of 0 or more" }],
  ["metadata with a flag", { metadata: { vip: true } }, { "body.metadata.vip": "strings only" }],
  [
    "an empty request",
    request({}),
    { "body.externallyOwnedAccount": "got nothing", "body.factory": "got nothing" },
  ],
]);

refuses("wallets.check", [
  ...identity("query"),
  [
    "metadata, which is only for registration",
    { metadata: { a: "b" } },
    { "query.metadata": "misspelt" },
  ],
  ["a negative salt", { salt: -1 }, { "query.salt": "a whole number of 0 or more" }],
]);

refuses("wallets.deposit", [
  [
    "Bitcoin, because it has no deposit transfers",
    { chainId: 0 },
    { "body.chainId": "one of the nine EVM chain ids" },
  ],
  ["a Bitcoin wallet", parameter(bitcoin.legacy), { "params.walletAddress": "an EVM address" }],
  [
    "a wallet with a letter mistyped",
    parameter(owner.replace("f39F", "F39F")),
    { "params.walletAddress": "EIP-55" },
  ],
  ["an amount as a number", { amount: 1.5 }, { "body.amount": "a string, got the number 1.5" }],
  ["a negative amount", { amount: "-1" }, { "body.amount": "a decimal string" }],
  ["a Bitcoin address for a token", { token: bitcoin.segwit }, { "body.token": "an EVM address" }],
  ["a missing sender", { fromAddress: undefined }, { "body.fromAddress": "got nothing" }],
  ["a receiver", { toAddress: wallet }, { "body.toAddress": "misspelt" }],
  [
    "two issues of the body in one error",
    request({ amount: "x", chainId: 137, token: factory, fromAddress: owner, a: 1 }),
    { "body.amount": "a decimal string", "body.a": "misspelt" },
  ],
]);

refuses("wallets.portfolio", [
  [
    "a timerange that does not exist",
    { timerange: "1y" },
    { "query.timerange": "one of 1d, 7d, 1m, 1a, all" },
  ],
  ["a flag as text", { includeTokens: "true" }, { "query.includeTokens": "a boolean" }],
  ["a misspelt flag", { includeNfts: true }, { "query.includeNfts": "misspelt" }],
  ["a wallet name", parameter("ana.eth"), { "params.walletAddress": "or a Bitcoin address" }],
  ["a missing wallet", parameter(undefined), { "params.walletAddress": "got nothing" }],
]);

const pair = "metadata";

refuses("wallets.history", [
  ["take 0", { take: 0 }, { "query.take": "from 1 to 100" }],
  ["take 101", { take: 101 }, { "query.take": "from 1 to 100" }],
  ["take as text", { take: "10" }, { "query.take": "a whole number" }],
  ["take with a fraction", { take: 1.5 }, { "query.take": "a whole number" }],
  [
    "an unknown chain in a list",
    { chains: [137, 5] },
    { "query.chains[1]": "a supported chain id" },
  ],
  ["an unknown chain outside a list", { chains: 5 }, { "query.chains[0]": "a supported chain id" }],
  ["a chain of null in a list", { chains: [null] }, { "query.chains[0]": "a supported chain id" }],
  ["a status as a number", { status: [17] }, { "query.status[0]": "a string" }],
  ["a hash of 20 bytes", { transactionHash: wallet }, { "query.transactionHash": "32-byte hash" }],
  [
    "a hash without 0x",
    { userOperationHash: hash.slice(2) },
    { "query.userOperationHash": "32-byte hash" },
  ],
  [
    "a deprecated chain filter with a wrong chain",
    { chainInId: 5, chainOutId: "1" },
    { "query.chainInId": "chain id", "query.chainOutId": "chain id" },
  ],
  [
    "a metadata filter without a value",
    { metadataKey: "a" },
    { [`query.${pair}Value`]: /expected .*metadataKey/ },
  ],
  [
    "a metadata filter without a key",
    { metadataValue: "a" },
    { [`query.${pair}Key`]: /expected .*metadataValue/ },
  ],
  [
    "an empty key, because empty values are not sent",
    { metadataKey: "", metadataValue: "a" },
    { "query.metadataKey": /expected .*metadataValue/ },
  ],
  ["a date in words", { createdAtLatest: "yesterday" }, { "query.createdAtLatest": "ISO 8601" }],
  [
    "a date without a time",
    { createdAtLatest: "2026-01-31" },
    { "query.createdAtLatest": "ISO 8601" },
  ],
  [
    "a time without a time zone",
    { createdAtOldest: "2026-01-31T12:00:00" },
    { "query.createdAtOldest": "with seconds and a zone" },
  ],
  [
    "a time without seconds",
    { createdAtOldest: "2026-01-31T12:00Z" },
    { "query.createdAtOldest": "with seconds and a zone" },
  ],
  [
    "an offset without a colon",
    { createdAtLatest: "2026-01-31T12:00:00+0530" },
    { "query.createdAtLatest": 'such as "2026-01-31T12:00:00Z" or "2026-01-31T14:00:00+02:00"' },
  ],
  [
    "a month that does not exist",
    { createdAtOldest: "2026-13-01T12:00:00Z" },
    { "query.createdAtOldest": "ISO 8601" },
  ],
  [
    "a day that does not exist",
    { createdAtOldest: "2026-02-30T12:00:00Z" },
    { "query.createdAtOldest": "ISO 8601" },
  ],
  [
    "an invalid Date",
    { createdAtLatest: new Date(Number.NaN) },
    { "query.createdAtLatest": "a Date, or an ISO 8601 string" },
  ],
  [
    "a time as a number",
    { createdAtLatest: 1_769_860_860_000 },
    { "query.createdAtLatest": "a Date, or an ISO 8601 string" },
  ],
  [
    "a range that ends before its start",
    { createdAtOldest: "2026-02-01T00:00:00Z", createdAtLatest: new Date(Date.UTC(2026, 0, 1)) },
    { "query.createdAtOldest": "no later than createdAtLatest" },
  ],
  [
    "a misspelt filter, because the service would return the whole history",
    { statuses: ["FAILED"] },
    { "query.statuses": "misspelt" },
  ],
  [
    "an empty item in a list, because the service rejects empty values",
    { type: ["SWAP", ""] },
    { "query.type[1]": "not empty" },
  ],
]);

refuses("wallets.updateTransactionMetadata", [
  ["a number", request({ order: 17 }), { "body.metadata.order": "strings only" }],
  ["null", request({ order: null }), { "body.metadata.order": "strings only" }],
  ["an object", request({ order: {} }), { "body.metadata.order": "strings only" }],
  [
    "two wrong values in one error",
    request({ a: 1, b: "2", c: true }),
    { "body.metadata.a": "strings only", "body.metadata.c": "strings only" },
  ],
  ["null in place of a map", request(null), { "body.metadata": "got null" }],
  ["a list", request(["order"]), { "body.metadata": "got an array" }],
]);
