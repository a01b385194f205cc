import { Badge, type Tone } from "./Badge";
import { words } from "./format";

const tones: Record<string, Tone> = {
  COMPLETED: "good",
  FAILED: "bad",
  CANCELLED: "neutral",
  EXPIRED: "neutral",
  PARTIALLY_COMPLETED: "warn",
  OPEN: "info",
  PROCESSING: "info",
  ON_BRIDGE: "info",
};

/** A status of the service. An unknown status is shown unchanged. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? "neutral"}>{words(status)}</Badge>;
}
