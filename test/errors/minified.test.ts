import { build } from "esbuild";
import { expect, test } from "vitest";

test("errors keep their names, classes and ancestors after minification", async () => {
  const { outputFiles } = await build({
    entryPoints: ["src/errors/index.ts"],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "silent",
  });
  const text = outputFiles[0]?.text ?? "";
  expect(text).not.toMatch(/class (?:ServerError|ApiError|BursarError)\b/);
  const minified: typeof import("../../src/errors/index.js") = await import(
    `data:text/javascript,${encodeURIComponent(text)}`
  );
  const error = new minified.ServerError({
    operation: "swap.quote",
    effect: "quote",
    status: 500,
    id: "SWAP_QUOTE",
  });
  expect(error.name).toBe("ServerError");
  expect(String(error)).toMatch(/^ServerError: swap\.quote/);
  const { ServerError, RateLimitError, isApiError } = await import("../../src/errors/index.js");
  expect(error).toBeInstanceOf(ServerError);
  expect(error).not.toBeInstanceOf(RateLimitError);
  expect(isApiError(error, "SWAP_QUOTE")).toBe(true);
});
