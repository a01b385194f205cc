#!/usr/bin/env node
import { main } from "./main.js";

const args = process.argv.slice(2);

process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  // A reader such as head closes the pipe before everything is printed.
  if (code === "EPIPE") return;
  process.stderr.write(`bursar: ${message}\n`);
  // The write whose response is lost has happened.
  process.exit(args.includes("--yes") ? 3 : 1);
});

process.exitCode = await main(args);
