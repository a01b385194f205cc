import type { SigningProblem } from "bursar";
import { problemGuide } from "bursar/signing";
import { withoutPath } from "./format";
import { Note } from "./Note";

/** The problems of what is to be signed: a sentence each, with the expected and received value. */
export function ProblemsNote({
  problems,
  title,
}: {
  problems: readonly SigningProblem[];
  title: string;
}) {
  if (problems.length === 0) return undefined;
  const isFatal = problems.some(({ severity }) => severity === "fatal");
  return (
    <Note tone={isFatal ? "bad" : "warn"} title={title}>
      <ul className="problems">
        {problems.map(({ code, path, message }) => (
          <li key={`${code} ${path}`}>
            <span>{problemGuide[code].meaning}</span>
            <span className="break small">
              <code>{path}</code>: {withoutPath(message)}
            </span>
          </li>
        ))}
      </ul>
    </Note>
  );
}
