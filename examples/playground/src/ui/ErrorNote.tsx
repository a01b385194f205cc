import { isApiError, isBursarError, RequestValidationError, UnsafeToSignError } from "bursar";
import { Badge } from "./Badge";
import { CopyText } from "./CopyText";
import { withoutPath } from "./format";
import { Icon } from "./Icon";

/** The first line of a message. The other lines are shown separately. */
const firstLine = (text: string) => text.split("\n", 1)[0] as string;

/** An error with its message, operation, problems and hint. */
export function ErrorNote({ error, title }: { error: unknown; title?: string | undefined }) {
  const known = isBursarError(error) ? error : undefined;
  const api = isApiError(error) ? error : undefined;
  const problems =
    error instanceof UnsafeToSignError || error instanceof RequestValidationError
      ? error instanceof UnsafeToSignError
        ? error.problems
        : error.issues
      : [];
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div className="note" data-tone="bad" role="alert">
      <Icon name="alert" />
      <div className="note-body">
        <p className="note-title">{title ?? known?.name ?? "Unexpected error"}</p>
        <p className="break">{firstLine(message)}</p>
        {problems.length > 0 && (
          <ul className="problems">
            {problems.map((problem) => (
              <li key={problem.message}>
                <code>{problem.path}</code>
                <span className="break">{withoutPath(problem.message)}</span>
              </li>
            ))}
          </ul>
        )}
        {known?.hint && (
          <p className="note-hint">
            <strong>What to do:</strong> {known.hint}
          </p>
        )}
        {known && (
          <p className="row tight">
            <Badge>{known.name}</Badge>
            <Badge>kind: {known.kind}</Badge>
            {known.operation && <Badge>{known.operation}</Badge>}
            {api && <Badge tone="bad">{api.status}</Badge>}
            {api?.id && <Badge tone="bad">{api.id}</Badge>}
          </p>
        )}
        {api?.traceId && (
          <p className="muted small">
            Trace id for support: <CopyText text={api.traceId} label="trace id" />
          </p>
        )}
      </div>
    </div>
  );
}
