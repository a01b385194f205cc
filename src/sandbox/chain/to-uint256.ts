import { maxUint256 } from "../world/amounts.js";

/** `fund` accepts amounts that no chain can hold. */
export function toUint256(units: bigint): bigint {
  return units < maxUint256 ? units : maxUint256;
}
