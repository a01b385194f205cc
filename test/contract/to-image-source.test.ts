import { expect, test } from "vitest";
import { toImageSource } from "../../src/index.js";

const png = "iVBORw0KGgoAAAANSUhEUg==";

test("gives the same image source for a code with and without a prefix", () => {
  const source = `data:image/png;base64,${png}`;
  for (const code of [png, source, ` ${png}\n`, source.replace("data:image/png", "DATA:image/PNG")])
    expect(toImageSource(code)).toBe(source);
  expect(toImageSource(`data:image/jpeg;base64,${png}`)).toBe(`data:image/jpeg;base64,${png}`);
});

test("gives no image source for a value that is not a raster image in base64", () => {
  const codes = [
    ...[undefined, null, "", " ", "data:image/png;base64,", "not base64!", `${png}"><script>`],
    ...["javascript:alert(1)", "https://evil.test/x.png", `data:text/html;base64,${png}`],
    ...[`data:image/svg+xml;base64,${png}`, `data:image/png,${png}`, `${png}=`],
    ...[`data:image/png;base64,data:image/png;base64,${png}`, 7 as never, {} as never],
  ];
  for (const code of codes) expect([code, toImageSource(code)]).toEqual([code, undefined]);
});
