import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const root = new URL("../../", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  exports: Record<string, { import?: { default: string } }>;
};

/** Resolves `bursar` to the built package through its exports, as in an installed package. */
const packageByName = Object.entries(exports).flatMap(([path, { import: target }]) =>
  target
    ? [
        {
          find: new RegExp(`^bursar${path.slice(1)}$`),
          replacement: fileURLToPath(new URL(target.default, root)),
        },
      ]
    : [],
);

// If the proxy is on another host than the page, name that host in the build.
const connect = ["'self'", process.env.PLAYGROUND_CONNECT ?? ""].join(" ").trim();
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  `connect-src ${connect}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Only in the build: the reload of the dev server needs inline scripts. */
const contentPolicy: Plugin = {
  name: "content-policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: policy },
      injectTo: "head-prepend",
    },
    { tag: "meta", attrs: { name: "referrer", content: "no-referrer" }, injectTo: "head" },
  ],
};

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  cacheDir: ".cache",
  plugins: [react(), contentPolicy],
  resolve: { alias: packageByName },
  server: { host: "127.0.0.1", port: 5178, fs: { allow: [fileURLToPath(root)] } },
  preview: { host: "127.0.0.1", port: 5179 },
  // The policy forbids data: URLs for fonts and scripts, so inline no assets.
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    emptyOutDir: true,
    // The licences of the libraries, which the package publishes with their code.
    license: { fileName: "licenses.md" },
  },
});
