import { expect } from "vitest";

/** Invalid arguments, and what the message names. */
export const rejectedArguments: readonly [args: string[], named: string][] = [
  [["sandbox", "--prot", "1"], "--prot"],
  [["sandbox", "--port", "http"], "--port http"],
  [["sandbox", "--port", "65536"], "--port 65536"],
  [["sandbox", "--latency", "-1"], "--latency"],
  [["sandbox", "--port", "0", "--origin", "app.example"], "app.example"],
  [["sandbox", "more"], "more"],
];

/** Arguments for which the command shows its help. */
export const helpArguments: readonly (readonly [string[]])[] = [
  [["sandbox", "--help"]],
  [["sandbox", "-h"]],
];

interface Output {
  readonly out: string;
  readonly err: string;
}

export function expectRejection({ out, err }: Output, named: string): void {
  expect(err).toMatch(/^bursar sandbox: /);
  expect(err).toContain(named);
  expect(err).toContain("See bursar sandbox --help");
  expect(out).toBe("");
}

export function expectHelp({ out }: Output): void {
  expect(out).toMatch(/^Usage: bursar sandbox/);
  for (const flag of [
    "--port",
    "--host",
    "--origin",
    "--seed",
    "--latency",
    "--state",
    "--from",
    "--help",
  ])
    expect(out).toContain(flag);
  const names = ["fund", "registerBitcoinWallet", "advance", "fail", "webhooks", "trigger"];
  for (const name of [...names, "requests", "reset"])
    expect(out).toMatch(new RegExp(`^  (?:GET|POST) +/__sandbox/${name}(?: +\\{.*\\})?$`, "m"));
}

export function expectPortTaken({ err }: Output, port: string | undefined): void {
  expect(err).toMatch(new RegExp(`^bursar sandbox: port ${port} on 127.0.0.1 is taken\n`));
  expect(err).not.toContain(" at ");
}
