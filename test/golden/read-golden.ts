import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { openSandbox, owner } from "../sandbox/open-sandbox.js";

/** Records that this version must refuse: of a later one, and without a version. */
export const refusedFolders = ["version-2", "unversioned"] as const;
type Folder = "version-1" | (typeof refusedFolders)[number];

const toPath = (folder: Folder, file: string) =>
  new URL(`./${folder}/${file}`, import.meta.url).pathname;

export const readGolden = <T>(folder: Folder, file: string): T =>
  JSON.parse(readFileSync(toPath(folder, file), "utf8")) as T;

/** A copy of a file, which the test may change. */
export function copyGolden(folder: Folder, file: string): string {
  const target = mkdtempSync(join(tmpdir(), "bursar-golden-"));
  onTestFinished(() => rmSync(target, { recursive: true }));
  copyFileSync(toPath(folder, file), join(target, file));
  return join(target, file);
}

/** What an error says about a record of another version. */
export const refusal = (folder: Folder, kind: string) => ({
  name: "ConfigurationError",
  message: expect.stringContaining(
    `expected ${kind} of version 1, got ${folder === "version-2" ? "version 2" : "one without a version"}`,
  ),
  hint: expect.stringMatching(/as it was stored.* newer version .* update/),
});

/** The wallet whose records are in the golden files. */
export const walletAddress = "0xc67e242b2e284410031670aa4def4f956891b679";

/** The sandbox of the golden snapshot at its own time, with a signer that is counted. */
export function openGolden() {
  const snapshot = readGolden<{ time: number }>("version-1", "snapshot.json");
  vi.useFakeTimers({ toFake: ["Date"], now: snapshot.time });
  onTestFinished(() => void vi.useRealTimers());
  const { sandbox, client } = openSandbox({ now: undefined });
  sandbox.restore(snapshot as never);
  const signMessage = vi.fn(owner.signMessage);
  /** Moves the sandbox and this machine. */
  const advance = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);
  const wait = { interval: 1, maxInterval: 1, onProgress: () => advance(5_000) };
  const signing = { signer: { ...owner, signMessage }, owner: owner.address };
  const listCalls = () => sandbox.requests.map(({ operation }) => operation);
  return { sandbox, advance, client, signMessage, settings: { ...signing, wait }, listCalls };
}
