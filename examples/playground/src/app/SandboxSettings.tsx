import { useQueryClient } from "@tanstack/react-query";
import type { Sandbox } from "bursar/sandbox";
import { useId, useState } from "react";
import { Button } from "../ui/Button";
import { when } from "../ui/format";
import { Select } from "../ui/Select";
import { useApp } from "./AppContext";
import { setClockAhead } from "./clock";
import { sandboxLatency, setSandboxLatency } from "./latency";
import { useAdvance } from "./use-advance";

const steps = [
  { words: "1 minute", milliseconds: 60_000 },
  { words: "1 hour", milliseconds: 3_600_000 },
  { words: "1 day", milliseconds: 86_400_000 },
];

const latencies = [0, 180, 600, 2_000];

/** The settings of the sandbox in the page: response time, clock and reset. */
export function SandboxSettings({ sandbox, onReset }: { sandbox: Sandbox; onReset(): void }) {
  const { setSession, log, notify } = useApp();
  const queryClient = useQueryClient();
  const [latency, setLatency] = useState(sandboxLatency);
  const [now, setNow] = useState(sandbox.now);
  const id = useId();

  const advanceBy = useAdvance();
  const advance = (words: string, milliseconds: number) => {
    advanceBy(milliseconds);
    setNow(sandbox.now());
    notify(`Advanced the sandbox's clock by ${words}`);
  };
  const reset = () => {
    sandbox.reset();
    setClockAhead(0);
    setSession(undefined);
    log.clear();
    queryClient.clear();
    notify("The sandbox is reset");
    onReset();
  };

  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>The sandbox in this page</h3>
      <Select
        label="Response time"
        value={String(latency)}
        onChange={(value) => {
          setSandboxLatency(Number(value));
          setLatency(Number(value));
        }}
        options={[...new Set([...latencies, latency])].map((ms) => ({
          value: String(ms),
          label: ms === 0 ? "No delay" : `${ms} ms`,
        }))}
      />
      <div className="field">
        <p className="field-label">Clock</p>
        <p className="hint">
          It is {when(now)} in the sandbox. Advance this clock to see orders fill and quotes expire.
          It does not change the clock of your computer.
        </p>
        <div className="row">
          {steps.map(({ words, milliseconds }) => (
            <Button
              key={words}
              onClick={() => advance(words, milliseconds)}
              label={`Advance the clock by ${words}`}
            >
              + {words}
            </Button>
          ))}
        </div>
      </div>
      <div className="row">
        <Button kind="danger" onClick={reset}>
          Reset the sandbox
        </Button>
      </div>
    </section>
  );
}
