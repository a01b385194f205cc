// Shows a page that calls the proxy in Hono, and in Express over a real connection.
// Run it: npx -y tsx proxy/try.mts

import { once } from "node:events";
import { demoWallet } from "bursar/sandbox";
import { app as expressApp } from "./express.mjs";
import { app as honoApp } from "./hono.mjs";
import { visit } from "./page.mjs";
import { signIn } from "./sessions.mjs";

type Fetch = (request: Request) => Response | Promise<Response>;

/** Adds the cookie to every request, as a browser does. */
function withSession(fetch: Fetch) {
  const cookie = signIn(demoWallet);
  return async (request: Request) => {
    request.headers.set("cookie", cookie);
    return fetch(request);
  };
}

console.log("Hono");
const page = "https://app.example.com/api/bursar";
await visit({ baseUrl: page, fetch: withSession(honoApp.fetch) }, demoWallet);

console.log("Express");
const server = expressApp.listen(0, "127.0.0.1");
await once(server, "listening");
const bound = server.address();
const port = typeof bound === "object" ? bound?.port : undefined;
const baseUrl = `http://127.0.0.1:${port}/api/bursar`;
await visit({ baseUrl, fetch: withSession(fetch) }, demoWallet);

const anonymous = await fetch(`${baseUrl}/api/v1/crypto/tokens`);
console.log(`without a session: ${anonymous.status}`);
server.close();
server.closeAllConnections();
