import { expect, test } from "vitest";
import { version } from "../../package.json";
import { commands } from "../../src/cli/commands.js";
import { runMain } from "./run-main.js";

test.each([[[]], [["--help"]], [["-h"]]])("lists every command for %j", async (args) => {
  const { code, out, err } = await runMain(args);
  expect({ code, err }).toEqual({ code: undefined, err: "" });
  for (const [name, { summary }] of commands) {
    expect(out).toContain(`\n  ${name}`);
    expect(out).toContain(summary);
  }
});

test("prints the version of the package", async () => {
  expect(await runMain(["--version"])).toEqual({ code: undefined, out: `${version}\n`, err: "" });
});

test.each([...commands.keys()])("%s has a help", async (name) => {
  const { code, out, err } = await runMain([name, "--help"]);
  expect({ code: code ?? 0, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(new RegExp(`^Usage: bursar ${name} `));
});

test("prints the message of any error, and no stack", async () => {
  const print = () => {
    throw new RangeError("Invalid string length");
  };
  const { code, err } = await runMain(["openapi"], { print });
  expect(code).toBe(1);
  expect(err).toBe("bursar openapi: Invalid string length\nSee bursar openapi --help\n");
});

test.each(["sandbok", "--port", "__proto__", "\u001b[2J"])(
  "rejects the command %j",
  async (name) => {
    const { code, out, err } = await runMain([name]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^bursar: unknown command [^\p{Cc}]+\nSee bursar --help\n$/u);
  },
);
