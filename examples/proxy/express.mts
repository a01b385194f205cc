// Shows the proxy in Express. Mount it before body parsers: the proxy reads the body itself.
// Run it with the other servers: npx -y tsx proxy/try.mts

import { toNodeHandler } from "bursar/proxy";
import express from "express";
import { proxy } from "./proxy.mjs";

export const app = express();

app.use("/api/bursar", toNodeHandler(proxy));
