// Shows the proxy in Express. Mount it before body parsers: it reads the body by itself, and no more of it than it must.

import { toNodeHandler } from "bursar/proxy";
import express from "express";
import { proxy } from "./proxy.mjs";

export const app = express();

app.use("/api/bursar", toNodeHandler(proxy));
