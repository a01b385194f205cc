import type { SigningProblem } from "bursar";
import { problemGuide } from "bursar/signing";
import { withoutPath } from "../../ui/format";
import { Icon } from "../../ui/Icon";
import { groupBySentence, isFatal, type PromiseTexts, sentences } from "./promise";
import "./sign.css";

const icons = { good: "check", bad: "close", warn: "alert", later: "clock", none: "minus" };
const words = {
  good: "Passed",
  bad: "Refused",
  warn: "Unusual",
  later: "Later",
  none: "Not checked",
};

interface PromiseChecksProps {
  /** What is reviewed, such as "quote". */
  what: string;
  problems: readonly SigningProblem[];
  texts: PromiseTexts;
  /** What the page compares itself, because the library cannot. */
  own?: { text: string; problem: string | undefined } | undefined;
}

/** The checks of what is to be signed: one row for each sentence of the promise. */
export function PromiseChecks({ what, problems, texts, own }: PromiseChecksProps) {
  const groups = groupBySentence(problems);
  const reasons = problems.map(({ code }) => problemGuide[code].meaning);
  const [first, ...others] = new Set(own?.problem ? [...reasons, own.problem] : reasons);
  const isRefused = own?.problem !== undefined || problems.some(isFatal);
  return (
    <section className="checks" aria-label={`Checks of the ${what}`}>
      {first === undefined ? (
        <p className="checks-result" data-tone="good" role="status">
          The {what} passed every check that is possible before you sign.
        </p>
      ) : (
        <p className="checks-result" data-tone={isRefused ? "bad" : "warn"} role="alert">
          {isRefused ? "Refused:" : "Sign it only if you accept this:"} <span>{first}</span>
          {others.length > 0 && ` And ${others.length} more.`}
        </p>
      )}
      <ul className="checks-list">
        {sentences.map((name) => {
          const found = groups.get(name) ?? [];
          const text = texts[name];
          const state = found.some(isFatal)
            ? "bad"
            : found.length > 0
              ? "warn"
              : typeof text !== "string"
                ? "none"
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
                {found.length === 0 && (
                  <p className="muted small">{typeof text === "string" ? text : text.unchecked}</p>
                )}
                <Problems problems={found} />
              </div>
            </li>
          );
        })}
        {own && (
          <li className="check" data-tone={own.problem ? "bad" : "good"}>
            <span className="check-mark">
              <Icon name={own.problem ? "close" : "check"} />
            </span>
            <div>
              <p>
                <strong>Compared by this page</strong>{" "}
                <span className="sr-only">({own.problem ? words.bad : words.good})</span>
              </p>
              <p className={own.problem ? "small" : "muted small"}>{own.problem ?? own.text}</p>
            </div>
          </li>
        )}
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
