import { concat, type Hex, maxUint160, pad } from "viem";
import { foundry } from "viem/chains";
import { hashAuthorization } from "viem/utils";
import { owner } from "../evm-node.js";
import { createOperation, encode, encodeWithId } from "../market.js";
import { type HostileSwaps, type SwapCase, stranger, swap, usd, type World } from "../world.js";

const expiration = 2_000_000_000;

/** The authorization of a quote, and the fields of its operation. */
function delegateTo(address: Hex, factoryData?: Hex) {
  const fields = { chainId: foundry.id, address, nonce: 0 };
  return {
    quote: { authorization: { ...fields, hash: hashAuthorization(fields) } },
    operation: {
      factory: "0x7702" as const,
      factoryData,
      authorization: { ...fields, r: "0x", s: "0x", yParity: 0 } as const,
    },
  };
}

/** Operations that take over the account, or let another account take its tokens later. */
export const hostileAccounts: HostileSwaps = {
  "that delegates the account to another contract": [
    "delegate",
    (w) => ({
      ...delegateTo(w.delegate),
      wallet: owner.address,
      options: { delegates: [w.implementation] },
    }),
  ],
  "that initialises a delegated account for another owner": [
    "simulated_control",
    (w) => ({
      ...delegateTo(w.modular, encode("setOwner", stranger)),
      wallet: owner.address,
      options: { delegates: [w.modular] },
    }),
  ],
  "that adds a signer to an account when it is delegated": [
    "simulated_control",
    (w) => ({
      ...delegateTo(w.modular, encode("addSigner", stranger)),
      wallet: owner.address,
      options: { delegates: [w.modular] },
    }),
  ],
  "by a new wallet of another owner": [
    "simulated_control",
    async (w) => {
      const wallet = await w.getWallet(5n, stranger);
      await w.mint(w.usd, wallet, usd("1000"));
      const factoryData = encode("createAccount", stranger, 5n);
      return { wallet, operation: { factory: w.factory, factoryData } };
    },
  ],
  "that renews an approval of Permit2 that has expired": [
    "simulated_approval",
    async (w) => {
      const approve = (end: number) => encodeWithId("approve", w.usd, stranger, maxUint160, end);
      await w.send(w.permits, approve(1), w.wallet);
      return { calls: [...swap(w, w.wallet), [w.permits, approve(expiration)]] };
    },
  ],
  "that approves an unnamed contract through Permit2, which is named": [
    "simulated_approval",
    (w) => ({
      options: { changes: { approvals: [w.permits, w.market] } },
      calls: [
        ...swap(w, w.wallet),
        [w.permits, encodeWithId("approve", w.usd, stranger, 1n, expiration)],
      ],
    }),
  ],
};

/** Swaps that break the option `contracts`. */
export const closedSwaps: HostileSwaps = {
  "of a market that is not named": [
    "other_contract",
    (w) => ({ options: { contracts: [w.router] } }),
  ],
  "that approves an account that is not named": [
    "other_contract",
    (w) => ({
      options: { contracts: [w.market] },
      calls: [...swap(w, w.wallet), [w.usd, encode("approve", stranger, 1n)]],
    }),
  ],
  "that calls the wallet itself": [
    "other_contract",
    (w) => ({
      wallet: w.modular,
      options: { contracts: [w.market] },
      calls: [...swap(w, w.modular), [w.modular, encode("addSigner", stranger)]],
    }),
  ],
  "that sends tokens to an account that is not named": [
    "other_contract",
    (w) => ({
      options: { contracts: [w.market] },
      calls: [...swap(w, w.wallet), [w.coin, encode("transfer", stranger, 1n)]],
    }),
  ],
  "that sends the native coin to an account that is not named": [
    "other_contract",
    (w) => ({
      options: { contracts: [w.market] },
      calls: [...swap(w, w.wallet), [stranger, "0x", 1n]],
    }),
  ],
  "by a delegate call": [
    "other_contract",
    (w) => {
      const mode = pad("0xff", { dir: "right" });
      const callData = encode("execute", mode, concat([w.thief, encode("take", stranger)]));
      const options = { contracts: [w.market, w.thief, w.modular] };
      return { wallet: w.modular, operation: { callData }, options };
    },
  ],
  "with bytes after its calls": ["other_contract", (w) => closeWith(w, (data) => `${data}00`)],
  "by an unknown function of the wallet": [
    "other_contract",
    (w) => closeWith(w, (data) => `0x12345678${data.slice(10)}`),
  ],
  "whose call data is unknown": [
    "other_contract",
    (w) => ({ options: { contracts: [w.market] }, quote: { typedData: null } }),
  ],
};

function closeWith(w: World, change: (callData: Hex) => Hex): SwapCase {
  const { callData } = createOperation(w.wallet, swap(w, w.wallet));
  return { options: { contracts: [w.market] }, operation: { callData: change(callData) } };
}
