// Shows all of it at work: a page that visits the proxy in Hono, in Next.js, and in Express over a real connection.
// Run it (after `npm run build`): node examples/proxy/try.mjs

import { once } from "node:events";
import { demoWallet } from "bursar/sandbox";
import { app as expressApp } from "./express.mjs";
import { app as honoApp } from "./hono.mjs";
import { GET, POST } from "./next-route.mjs";
import { visit } from "./page.mjs";
import { signIn } from "./sessions.mjs";

/** What a browser does by itself: it sends the cookie along. */
const signedIn = (fetch) => {
  const cookie = signIn(demoWallet);
  return (request) => {
    request.headers.set("cookie", cookie);
    return fetch(request);
  };
};
const page = "https://app.example.com/api/bursar";

console.log("Hono");
await visit(page, signedIn(honoApp.fetch), demoWallet);

console.log("Next.js");
await visit(
  page,
  signedIn((request) => (request.method === "GET" ? GET : POST)(request)),
  demoWallet,
);

console.log("Express");
const server = expressApp.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${server.address().port}/api/bursar`;
await visit(url, signedIn(fetch), demoWallet);

const stranger = await fetch(`${url}/api/v1/crypto/tokens`);
console.log(`whoever is not signed in: ${stranger.status} ${(await stranger.json()).id}`);
server.close();
server.closeAllConnections();
