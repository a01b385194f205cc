#!/usr/bin/env node
import { main } from "./main.js";

// A reader such as head closes the pipe before everything is printed.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await main(process.argv.slice(2));
