import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { fixtures } from "../../support/fixtures/index.js";
import { type Consumer, createConsumer, outputOf, repository } from "./consumer.js";

const typescript = "typescript@5.9.3";

/** A program that assigns every request and response of the fixtures to the generated types. */
function writeProgram(): string {
  const statements = fixtures.flatMap(({ name, sent, full }) => {
    const operation = `operations["${name.replaceAll(".", "_")}"]`;
    const json = `["content"]["application/json"]`;
    return [
      sent.body === undefined
        ? ""
        : `export const request_${name.replaceAll(".", "_")}: NonNullable<${operation}["requestBody"]>${json} = ${JSON.stringify(sent.body)};`,
      full === undefined
        ? ""
        : `export const response_${name.replaceAll(".", "_")}: ${operation}["responses"]["2XX"]${json} = ${JSON.stringify(full)};`,
    ];
  });
  return [`import type { operations } from "./generated.js";`, ...statements].join("\n");
}

describe("the OpenAPI document of the package", () => {
  let consumer: Consumer;

  beforeAll(async () => {
    consumer = await createConsumer(
      ["openapi-typescript@7.13.0", "@seriousme/openapi-schema-validator@2.11.0", typescript],
      ["--ignore-scripts"],
    );
    const command = [join(repository, "dist/cli.js"), "openapi", "--out", "openapi.json"];
    execFileSync(process.execPath, command, { cwd: consumer.folder });
  });

  it("is valid under an independent validator", async () => {
    const program = `
      import { Validator } from "@seriousme/openapi-schema-validator";
      const validator = new Validator();
      const result = await validator.validate("./openapi.json");
      console.log(JSON.stringify([result.valid, validator.version, result.errors]));`;
    const output = await consumer.node(["--input-type=module", "-e", program]);
    expect(JSON.parse(output).slice(0, 2)).toEqual([true, "3.1"]);
  });

  it("gives types by an independent generator that accept the fixtures, and reject others", async () => {
    await consumer.node([
      "node_modules/openapi-typescript/bin/cli.js",
      "openapi.json",
      "-o",
      "generated.ts",
      // Otherwise a field of a request with a default would be required.
      "--default-non-nullable=false",
    ]);
    const compile = () =>
      outputOf(
        consumer.node([
          "node_modules/typescript/bin/tsc",
          ...["--noEmit", "--strict", "--module", "nodenext", "--skipLibCheck", "program.ts"],
        ]),
      );
    await consumer.write("program.ts", writeProgram());
    expect(await compile()).toBe("");
    await consumer.write(
      "program.ts",
      writeProgram().replace('"amountIn":"', '"amountIn":5,"x":"'),
    );
    expect(await compile()).toContain("error TS");
  });
});
