import { expect, test } from "vitest";
import { raw, serve } from "../support/loopback.js";

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("expected a failure"),
    (error: unknown) => error,
  );

test("a server that cannot start is reported, and does not stop the ones after it", async () => {
  const first = await serve(raw("first"));
  const error = await errorOf(serve(raw("second"), { port: first.port }));
  expect(String(error)).toContain("EADDRINUSE");
  const third = await serve(raw("third"));
  expect(await (await fetch(third.url)).text()).toBe("third");
});
