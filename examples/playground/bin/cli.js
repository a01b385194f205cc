#!/usr/bin/env node
import { parseArgs } from "node:util";
import { serve } from "./server.js";

try {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  const url = await serve(values.port === undefined ? undefined : Number(values.port));
  console.log(`The playground: ${url}\nCtrl-C ends it.`);
} catch (error) {
  console.error(`bursar-playground: ${error.message}\nUsage: bursar-playground [--port <number>]`);
  process.exitCode = 1;
}
