// Shows a page that calls the proxy in Hono, in Next.js, and in Express over a real connection.
// Run it (after `npm run build`): node examples/proxy/try.mjs

import { once } from "node:events";
import { demoWallet } from "bursar/sandbox";
import { app as expressApp } from "./express.mjs";
import { app as honoApp } from "./hono.mjs";
import { GET, POST } from "./next-route.mjs";
import { visit } from "./page.mjs";
import { signIn } from "./sessions.mjs";

/** Adds the cookie to every request, as a browser does. */
const withSession = (fetch) => {
  const cookie = signIn(demoWallet);
  return (request) => {
    request.headers.set("cookie", cookie);
    return fetch(request);
  };
};
const page = "https://app.example.com/api/bursar";

console.log("Hono");
await visit(page, withSession(honoApp.fetch), demoWallet);

console.log("Next.js");
await visit(
  page,
  withSession((request) => (request.method === "GET" ? GET : POST)(request)),
  demoWallet,
);

console.log("Express");
const server = expressApp.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${server.address().port}/api/bursar`;
await visit(url, withSession(fetch), demoWallet);

const anonymous = await fetch(`${url}/api/v1/crypto/tokens`);
console.log(`without a session: ${anonymous.status} ${(await anonymous.json()).id}`);
server.close();
server.closeAllConnections();
