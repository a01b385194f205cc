import { Fragment, useState } from "react";
import type { LoggedRequest, RequestLogStore } from "../../app/request-log";
import { Badge } from "../../ui/Badge";
import { CopyText } from "../../ui/CopyText";
import { Icon } from "../../ui/Icon";
import { Bodies } from "./Bodies";

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/** One row per request. A row expands to the bodies. */
export function LogTable({
  entries,
  log,
}: {
  entries: readonly LoggedRequest[];
  log: RequestLogStore;
}) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen(
      (before) =>
        new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  return (
    <table className="table log-table">
      <caption className="sr-only">Requests of this page</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Details</span>
          </th>
          <th scope="col">Time</th>
          <th scope="col">Operation</th>
          <th scope="col">Status</th>
          <th scope="col" data-numeric="true">
            Duration
          </th>
          <th scope="col" data-numeric="true">
            Attempt
          </th>
          <th scope="col">Trace id</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const { id, at, operation, method, path, status, ms, attempt, traceId, failure } = entry;
          const isOpen = open.has(id);
          return (
            <Fragment key={id}>
              <tr>
                <td className="log-toggle">
                  <button
                    type="button"
                    className="icon-button small"
                    aria-expanded={isOpen}
                    aria-label={`Details of request ${id}, ${operation}`}
                    onClick={() => toggle(id)}
                  >
                    <Icon name={isOpen ? "up" : "down"} />
                  </button>
                </td>
                <td data-label="Time" className="log-time">
                  {clock.format(at)}
                </td>
                <td data-label="Operation" className="log-cell-what">
                  <span className="log-what">
                    <span className="log-operation">{operation}</span>
                    <span className="mono log-path">
                      <span className="log-method">{method}</span> {path}
                    </span>
                  </span>
                </td>
                <td data-label="Status" className="log-cell-status">
                  <Badge tone={status === undefined || status >= 400 ? "bad" : "good"}>
                    {status ?? failure}
                  </Badge>
                </td>
                <td data-label="Duration" data-numeric="true" className="log-cell-wide">
                  {Math.round(ms)} ms
                </td>
                <td data-label="Attempt" data-numeric="true" className="log-cell-wide">
                  {attempt}
                </td>
                <td data-label="Trace id" className="log-cell-wide">
                  {traceId ? (
                    <CopyText text={traceId} label="trace id" />
                  ) : (
                    <span className="muted">–</span>
                  )}
                </td>
              </tr>
              {isOpen && (
                <tr className="log-details">
                  <td colSpan={7}>
                    <p className="row tight muted small">
                      Attempt {attempt}, {Math.round(ms)} ms{traceId && ", trace id"}
                      {traceId && <CopyText text={traceId} label="whole trace id" full />}
                    </p>
                    <Bodies bodies={log.bodies(traceId)} failure={failure} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
