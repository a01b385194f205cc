import { useEffect, useRef, useState } from "react";
import { useApp } from "../app/AppContext";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { Field } from "../ui/Field";
import { Note } from "../ui/Note";
import { Panel } from "../ui/Panel";
import { Spinner } from "../ui/Spinner";
import type { ErrorCase } from "./errors/case";
import { ErrorCard } from "./errors/ErrorCard";
import { openKit } from "./errors/kit";
import { ownCases } from "./errors/own-cases";
import { serviceCases } from "./errors/service-cases";
import "./errors/errors.css";

const cases = [...ownCases, ...serviceCases];

type Outcome = { case: ErrorCase } & (
  | { state: "running" }
  | { state: "thrown"; error: Error }
  | { state: "nothing" }
);

/** A gallery of every error that the package throws. Choosing one triggers it. */
export function Errors() {
  const { log } = useApp();
  const [search, setSearch] = useState("");
  const [outcome, setOutcome] = useState<Outcome>();
  const main = useRef<HTMLElement>(null);
  const latest = useRef(0);
  useEffect(() => () => void latest.current++, []);

  const searchText = search.trim().toLowerCase();
  const shown = cases.filter(({ title, group, cause }) =>
    `${title} ${group} ${cause}`.toLowerCase().includes(searchText),
  );
  const groups = [...new Set(shown.map(({ group }) => group))];

  const trigger = async (chosen: ErrorCase) => {
    const turn = ++latest.current;
    setOutcome({ case: chosen, state: "running" });
    if (matchMedia("(max-width: 860px)").matches)
      main.current?.scrollIntoView({ behavior: "smooth" });
    let next: Outcome = { case: chosen, state: "nothing" };
    try {
      await chosen.trigger(await openKit(log));
    } catch (error) {
      next = {
        case: chosen,
        state: "thrown",
        error: error instanceof Error ? error : new Error(String(error)),
      };
    }
    // Show only the result of the latest choice.
    if (turn === latest.current) setOutcome(next);
  };

  return (
    <Panel
      title="Errors"
      about={`${cases.length} errors. Each is triggered on a separate sandbox.`}
    >
      <div className="gallery">
        <div className="gallery-side">
          <Field
            label="Find an error"
            value={search}
            onChange={setSearch}
            placeholder="Id, class or cause"
          />
          <nav className="gallery-list" aria-label="Errors">
            {groups.map((group) => (
              <div key={group}>
                <h3 className="gallery-group">{group}</h3>
                <ul>
                  {shown
                    .filter((one) => one.group === group)
                    .map((one) => (
                      <li key={one.title}>
                        <button
                          type="button"
                          className="gallery-item"
                          aria-current={outcome?.case === one ? "true" : undefined}
                          onClick={() => void trigger(one)}
                        >
                          {one.title}
                        </button>
                      </li>
                    ))}
                </ul>
              </div>
            ))}
            {shown.length === 0 && <p className="muted small">No match.</p>}
          </nav>
        </div>
        <section className="gallery-main" ref={main} aria-label="The error">
          <p role="status" className="sr-only">
            {outcome?.state === "thrown" && `${outcome.case.title}: ${outcome.error.name}`}
          </p>
          {!outcome && (
            <EmptyState icon="errors" title="Choose an error">
              <p className="muted">
                The page triggers it and shows its properties and the code that catches it.
              </p>
            </EmptyState>
          )}
          {outcome && (
            <div className="gallery-cause">
              <h3 className="break">{outcome.case.title}</h3>
              <p className="muted">{outcome.case.cause}</p>
              <p className="mono small break">{outcome.case.call}</p>
              <div className="row">
                <Button
                  onClick={() => void trigger(outcome.case)}
                  busy={outcome.state === "running"}
                >
                  Trigger it again
                </Button>
              </div>
            </div>
          )}
          {outcome?.state === "running" && <Spinner label="Triggering the error" />}
          {outcome?.state === "nothing" && (
            <Note tone="warn" title="No error">
              <p>The call succeeded.</p>
            </Note>
          )}
          {outcome?.state === "thrown" && (
            <ErrorCard error={outcome.error} call={outcome.case.call} />
          )}
        </section>
      </div>
    </Panel>
  );
}
