import { onTestFinished, vi } from "vitest";
import type { CommandEnvironment } from "../../src/cli/command-environment.js";
import { main } from "../../src/cli/main.js";

/** Longer than the keys that no error hides. */
export const key = "sandbox-key";

/** Runs a command in this process, with a key and a base URL in the environment. */
export async function runMain(
  args: readonly string[],
  environment: Partial<CommandEnvironment> = {},
  apiKey: string | undefined = key,
) {
  vi.stubEnv("BURSAR_API_KEY", apiKey);
  vi.stubEnv("BURSAR_BASE_URL", "https://sandbox.test");
  onTestFinished(() => void vi.unstubAllEnvs());
  const output = { out: "", err: "" };
  const code = await main([...args], {
    print(text) {
      output.out += text;
    },
    printError(text) {
      output.err += text;
    },
    ...environment,
  });
  return { code, ...output };
}
