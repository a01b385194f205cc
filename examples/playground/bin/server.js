import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../dist/", import.meta.url));

const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Serves the built page to this machine. Returns its address. 0 selects a free port. */
export async function serve(port = 5179) {
  // A request can name only these files.
  const files = new Map(
    readdirSync(`${folder}assets`).map((name) => [`/assets/${name}`, `assets/${name}`]),
  );
  files.set("/", "index.html").set("/favicon.svg", "favicon.svg");
  const page = readFileSync(`${folder}index.html`, "utf8");
  const policy = /"Content-Security-Policy" content="([^"]+)"/.exec(page)[1];
  const headers = {
    "content-security-policy": `${policy.replaceAll("&#39;", "'")}; frame-ancestors 'none'`,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  const server = createServer((request, response) => {
    const [path] = request.url.split("?");
    const file = files.get(path);
    const status = file ? 200 : 404;
    response.writeHead(status, {
      ...headers,
      "content-type": types[extname(file ?? "")] ?? "text/plain",
    });
    if (file && request.method !== "HEAD") createReadStream(folder + file).pipe(response);
    else response.end();
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${server.address().port}/`;
}
