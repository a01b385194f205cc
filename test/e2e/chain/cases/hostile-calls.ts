import { concat, maxUint160, maxUint256 } from "viem";
import { entryPoint08Address } from "viem/account-abstraction";
import type { SigningProblemCode } from "../../../../src/shared/problem-codes.js";
import { owner } from "../evm-node.js";
import { encode, encodeWithId, type WalletCall } from "../market.js";
import { ether, friend, native, paymaster, stranger, usd, type World } from "../world.js";

type Calls = Readonly<Record<string, (w: World) => readonly WalletCall[]>>;

/** The mode of ERC-7579. */
const delegateCall = "0xff00000000000000000000000000000000000000000000000000000000000000";
const expiration = 2_000_000_000;

const losses: Calls = {
  "sends more of the token sold": (w) => [[w.usd, encode("transfer", stranger, usd("0.2"))]],
  "sends a second token": (w) => [[w.other, encode("transfer", stranger, 1n)]],
  "sends a token that emits no events": (w) => [[w.silent, encode("transfer", stranger, 1n)]],
  "sends the native coin": () => [[stranger, "0x", 1n]],
  "unwraps a coin and sends it away": (w) => [
    [w.wrapped, encode("withdraw", ether("1"))],
    [stranger, "0x", ether("1")],
  ],
  "pays a paymaster without stated gas": (w) => [[w.other, encode("transfer", paymaster, 1n)]],
  "sends an NFT": (w) => [[w.nft, encode("transferFrom", w.wallet, stranger, 7n)]],
  "burns an NFT": (w) => [[w.nft, encode("transferFrom", w.wallet, native, 7n)]],
  "sends a token of a contract with many": (w) => [
    [w.multi, encodeWithId("transfer", stranger, 1n, 3n)],
  ],
  "sends a batch of tokens of a contract with many": (w) => [
    [w.multi, encodeWithId("transferBatch", stranger, [1n, 2n], [3n, 4n])],
  ],
  "withdraws the deposit in the EntryPoint": () => [
    [entryPoint08Address, encode("withdrawTo", stranger, 1_000n)],
  ],
  "pays the deposit of another account": () => [
    [entryPoint08Address, encode("depositTo", stranger), 1_000n],
  ],
  "sends tokens of the owner, who approved the wallet": (w) => [
    [w.other, encode("transferFrom", owner.address, stranger, 1n)],
  ],
  "takes tokens of the owner into the wallet": (w) => [
    [w.other, encode("transferFrom", owner.address, w.wallet, 1n)],
  ],
  "sends an NFT of the owner": (w) => [
    [w.nft, encode("transferFrom", owner.address, stranger, 9n)],
  ],
};

const approvals: Calls = {
  "approves the token sold": (w) => [[w.usd, encode("approve", stranger, 1n)]],
  "approves the token sold without limit": (w) => [
    [w.usd, encode("approve", stranger, maxUint256)],
  ],
  "approves the token bought to the market": (w) => [
    [w.coin, encode("approve", w.market, maxUint256)],
  ],
  "leaves an approval to the market": (w) => [[w.usd, encode("approve", w.market, maxUint256)]],
  "approves a second token": (w) => [[w.other, encode("approve", stranger, 1n)]],
  "approves a token that emits no events": (w) => [[w.silent, encode("approve", stranger, 1n)]],
  "approves a token without limit to the paymaster": (w) => [
    [w.usd, encode("approve", paymaster, maxUint256)],
  ],
  "approves a token through Permit2": (w) => [
    [w.permits, encodeWithId("approve", w.other, stranger, maxUint160, expiration)],
  ],
  "approves an NFT": (w) => [[w.nft, encode("approve", stranger, 7n)]],
  "approves all NFTs": (w) => [[w.nft, encode("setApprovalForAll", stranger, true)]],
  "approves all tokens of a contract with many": (w) => [
    [w.multi, encode("setApprovalForAll", stranger, true)],
  ],
};

const ofSimpleAccount: Calls = {
  "upgrades the wallet": (w) => [[w.wallet, encode("upgradeToAndCall", w.implementation, "0x")]],
};

/** The wallet with an owner, modules and delegate calls. */
const ofModularWallet: Calls = {
  "transfers the wallet to another owner": (w) => [
    [w.modular, encode("transferOwnership", stranger)],
  ],
  "sets another owner without an event": (w) => [[w.modular, encode("setOwner", stranger)]],
  "installs a validator": (w) => [[w.modular, encode("installModule", 1n, stranger, "0x")]],
  "installs an executor": (w) => [[w.modular, encode("installModule", 2n, stranger, "0x")]],
  "adds a signer by an unknown event": (w) => [[w.modular, encode("addSigner", friend)]],
  "lets another contract replace the owner by a delegate call": (w) => [
    [w.modular, encode("execute", delegateCall, concat([w.thief, encode("take", stranger)]))],
  ],
};

/** What an operation does beside an honest swap, and the wallet. */
export const hostileCalls = [
  ...list(losses, "simulated_loss", "wallet"),
  ...list(approvals, "simulated_approval", "wallet"),
  ...list(ofSimpleAccount, "simulated_control", "wallet"),
  ...list(ofModularWallet, "simulated_control", "modular"),
];

function list(calls: Calls, code: SigningProblemCode, wallet: "wallet" | "modular") {
  return Object.entries(calls).map(([name, create]) => [name, { code, wallet, create }] as const);
}
