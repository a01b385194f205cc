import type { LoggedRequest, RequestLogStore } from "../../app/request-log";

/** Saves the shown requests and their bodies as a file. */
export function exportLog(entries: readonly LoggedRequest[], log: RequestLogStore): void {
  const records = entries.map((entry) => ({
    ...entry,
    at: new Date(entry.at).toISOString(),
    ...log.bodies(entry.traceId),
  }));
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(records, null, 2)], { type: "application/json" }),
  );
  const link = document.createElement("a");
  link.href = url;
  link.download = "bursar-requests.json";
  link.click();
  URL.revokeObjectURL(url);
}
