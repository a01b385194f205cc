import type { SigningProblem } from "bursar";
import { problemGuide } from "bursar/signing";
import { withoutPath } from "../../ui/format";
import { Icon } from "../../ui/Icon";
import { groupBySentence, isFatal, type PromiseTexts, sentences } from "./promise";
import "./sign.css";

const icons = { good: "check", bad: "close", warn: "alert", later: "clock" };
const words = { good: "Passed", bad: "Refused", warn: "Unusual", later: "Later" };

interface PromiseChecksProps {
  /** What is reviewed, such as "quote". */
  what: string;
  problems: readonly SigningProblem[];
  texts: PromiseTexts;
}

/** The checks of what is to be signed: one row for each sentence of the promise. */
export function PromiseChecks({ what, problems, texts }: PromiseChecksProps) {
  const groups = groupBySentence(problems);
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return (
    <section className="checks" aria-label={`Checks of the ${what}`}>
      {problems.length === 0 ? (
        <p className="checks-result" data-tone="good" role="status">
          The {what} passed every check that is possible before you sign.
        </p>
      ) : problems.some(isFatal) ? (
        <p className="checks-result" data-tone="bad" role="alert">
          Refused: {count}. This {what} cannot be signed.
        </p>
      ) : (
        <p className="checks-result" data-tone="warn" role="alert">
          Unusual: {count}. Sign this {what} only if you accept that.
        </p>
      )}
      <ul className="checks-list">
        {sentences.map((name) => {
          const found = groups.get(name) ?? [];
          const state = found.some(isFatal)
            ? "bad"
            : found.length > 0
              ? "warn"
              : name === "Settled"
                ? "later"
                : "good";
          return (
            <li key={name} className="check" data-tone={state}>
              <span className="check-mark">
                <Icon name={icons[state]} />
              </span>
              <div>
                <p>
                  <strong>{name}</strong> <span className="sr-only">({words[state]})</span>
                </p>
                <p className="muted small">{texts[name]}</p>
                <Problems problems={found} />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Problems with their code, their meaning, both values and what to do. */
export function Problems({ problems }: { problems: readonly SigningProblem[] }) {
  if (problems.length === 0) return undefined;
  return (
    <ul className="check-problems">
      {problems.map(({ code, path, message }) => (
        <li key={`${code} ${path}`}>
          <p>
            <code className="code-badge">{code}</code> {problemGuide[code].meaning}
          </p>
          <p className="small break">
            <code>{path}</code>: {withoutPath(message)}
          </p>
          <p className="muted small">{problemGuide[code].action}</p>
        </li>
      ))}
    </ul>
  );
}
