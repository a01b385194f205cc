import { expect, test } from "vitest";
import { raw, serve } from "../support/loopback.js";

test("a server that cannot start is reported, and does not stop the ones after it", async () => {
  const first = await serve(raw("first"));
  await expect(serve(raw("second"), { port: first.port })).rejects.toThrow(/^listen EADDRINUSE/);
  const third = await serve(raw("third"));
  expect(await (await fetch(third.url)).text()).toBe("third");
});
