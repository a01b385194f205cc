import {
  isApiError,
  isBursarError,
  RequestValidationError,
  ResponseValidationError,
  UnsafeToSignError,
} from "bursar";
import type { ReactNode } from "react";
import { Badge } from "../../ui/Badge";
import { CopyText } from "../../ui/CopyText";
import { Facts } from "../../ui/Facts";
import { withoutPath } from "../../ui/format";
import { Icon } from "../../ui/Icon";
import { catchSnippet } from "./snippet";

interface Problem {
  path: string;
  message: string;
}

/** Properties that the card shows elsewhere or leaves out. */
const shownElsewhere = new Set([
  "name",
  "message",
  "kind",
  "operation",
  "hint",
  "status",
  "id",
  "serviceMessage",
  "traceId",
  "bodyTraceId",
  "issues",
  "problems",
  "body",
  "cause",
  "data",
]);

/** The class of the error and its base classes. */
function classChain(error: Error): string {
  const names: string[] = [];
  for (
    let type = error.constructor as { errorName?: string };
    type?.errorName;
    type = Object.getPrototypeOf(type)
  )
    names.push(type.errorName);
  return names.join(" → ") || error.name;
}

function problemsOf(error: unknown): Problem[] {
  const listed =
    error instanceof UnsafeToSignError
      ? error.problems
      : error instanceof RequestValidationError ||
          error instanceof ResponseValidationError ||
          isApiError(error)
        ? error.issues
        : [];
  return listed.map(({ path, message }) => ({
    path: Array.isArray(path) ? path.join(".") : String(path),
    message: message ?? "invalid",
  }));
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The properties of an error and the code that catches it. */
export function ErrorCard({ error, call }: { error: Error; call: string }) {
  const known = isBursarError(error) ? error : undefined;
  const api = isApiError(error) ? error : undefined;
  const json = known?.toJSON() ?? { name: error.name, message: error.message };
  const traceId = (json.traceId as string | undefined) ?? undefined;
  const problems = problemsOf(error);
  const facts: (readonly [string, ReactNode])[] = [
    [
      "Class",
      <span key="class" className="mono break">
        {classChain(error)}
      </span>,
    ],
    ["Kind", <code key="kind">{known?.kind ?? "not an error of this package"}</code>],
  ];
  if (known?.operation) facts.push(["Operation", <code key="operation">{known.operation}</code>]);
  if (json.status !== undefined) facts.push(["Status", String(json.status)]);
  if (api)
    facts.push([
      "Id",
      api.id ? (
        <code key="id" className="break">
          {api.id}
        </code>
      ) : (
        "none"
      ),
    ]);
  if (api?.serviceMessage) facts.push(["Service message", api.serviceMessage]);
  if (traceId) facts.push(["Trace id", <CopyText key="trace" text={traceId} label="trace id" />]);
  if (api?.bodyTraceId)
    facts.push([
      "Trace id in the body",
      <CopyText key="body" text={api.bodyTraceId} label="trace id in the body" />,
    ]);
  for (const [name, value] of Object.entries(json)) {
    if (!shownElsewhere.has(name) && value !== undefined && value !== null && plain(value) !== "[]")
      facts.push([
        name,
        <code key={name} className="break">
          {plain(value)}
        </code>,
      ]);
  }
  return (
    <article className="error-card" aria-label={error.name}>
      <header className="error-card-head">
        <span className="error-card-icon">
          <Icon name="alert" />
        </span>
        <div>
          <h3 className="error-name">{error.name}</h3>
          <p className="break">{error.message.split("\n", 1)[0]}</p>
        </div>
      </header>
      <div className="row tight">
        {known && <Badge>{known.kind}</Badge>}
        {json.status !== undefined && <Badge tone="bad">{String(json.status)}</Badge>}
        {api?.id && <Badge tone="bad">{api.id}</Badge>}
        {"rejected" in json && json.rejected === true && (
          <Badge tone="info">declined by the user</Badge>
        )}
      </div>
      {problems.length > 0 && (
        <ul className="error-problems" aria-label="Problems">
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path || "(request)"}</code>
              <span className="break">{withoutPath(message)}</span>
            </li>
          ))}
        </ul>
      )}
      {known?.hint && (
        <p className="error-hint">
          <strong>What to do:</strong> {known.hint}
        </p>
      )}
      <Facts facts={facts} />
      <section className="code-box" aria-label="The code that catches it">
        <pre>
          <code>{catchSnippet(call, error)}</code>
        </pre>
      </section>
      <details className="code-note">
        <summary>As JSON for a log</summary>
        <section className="code-box" aria-label="The error as JSON">
          <pre>
            <code>{JSON.stringify(json, null, 2)}</code>
          </pre>
        </section>
      </details>
    </article>
  );
}
