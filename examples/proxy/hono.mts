// Shows the proxy in Hono, which runs on Node, Bun, Deno and Workers.
// Run it with the other servers: npx -y tsx proxy/try.mts

import { Hono } from "hono";
import { proxy } from "./proxy.mjs";

export const app = new Hono();

app.all("/api/bursar/*", (context) => proxy(context.req.raw));
