import { encodeAbiParameters, hexToBytes } from "viem/utils";
import type { RevertReason } from "../../contract/shared/types.js";

/** A reason as a contract gives it: `Error(string)`. Read as text it holds NULs and control characters, as seen. */
export function createRevertReason(decoded: string): RevertReason {
  const raw = `0x08c379a0${encodeAbiParameters([{ type: "string" }], [decoded]).slice(2)}` as const;
  return { decoded, raw, utf8: new TextDecoder().decode(hexToBytes(raw)) };
}
