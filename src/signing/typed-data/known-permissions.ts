import { isObject } from "../../contract/shared/guards.js";
import { packedUserOperation, wrappers } from "./check-typed-data.js";
import { formatFieldList } from "./parse-struct.js";

interface KnownPermission {
  /** Each list of fields that this permission is known for. */
  readonly fields: readonly string[];
  readonly permission: string;
  /** Whether one more field may follow. */
  readonly hasWitness?: boolean;
}

const signsHash =
  "Signs a hash in the name of the smart wallet, such as an order or its cancellation. The contents behind the hash are not stated.";
const takesTokens = "Lets the spender take tokens from your account, without asking again.";
const takesOnce = "Lets the spender take tokens from your account once.";
const transfer = "address spender, uint256 nonce, uint256 deadline";

const wrapperFields = (primaryType: string) => [wrappers.get(primaryType)?.[1] ?? ""];

/** What a type with exactly these fields allows. Another type of the same name is an unknown one. */
const knownPermissions: ReadonlyMap<unknown, KnownPermission> = new Map([
  [
    "PackedUserOperation",
    {
      fields: [packedUserOperation[1]],
      permission: "Lets the smart wallet named as sender execute the calls in callData.",
    },
  ],
  ...["LightAccountMessage", "Kernel"].map(
    (name) => [name, { fields: wrapperFields(name), permission: signsHash }] as const,
  ),
  [
    "Permit",
    {
      fields: [
        "address owner, address spender, uint256 value, uint256 nonce, uint256 deadline",
        // Of DAI, before ERC-2612.
        "address holder, address spender, uint256 nonce, uint256 expiry, bool allowed",
      ],
      permission: takesTokens,
    },
  ],
]);
