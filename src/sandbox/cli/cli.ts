#!/usr/bin/env node
// The commands are loaded here, so that a missing peer of the sandbox can be explained.
export {};

// A reader such as head closes the pipe before everything is printed.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  const [command, ...args] = process.argv.slice(2);
  if (command === "check") {
    const { runCheckCommand } = await import("../../check/run-command.js");
    process.exitCode = await runCheckCommand(args);
  } else if (command === "openapi") {
    const { runOpenApiCommand } = await import("./run-openapi.js");
    process.exitCode = await runOpenApiCommand(args);
  } else {
    const { runCli } = await import("./run-cli.js");
    await runCli(process.argv.slice(2));
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "ERR_MODULE_NOT_FOUND" || !/'viem\b/.test(message)) throw error;
  process.stderr.write(`bursar: the sandbox needs viem, which is not installed. Install it:
  npm install viem
or run the sandbox without a project:
  npx -p bursar -p viem bursar sandbox
`);
  process.exitCode = 1;
}
