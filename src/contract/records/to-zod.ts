import * as z from "zod/mini";
import { isMissing, isNone, isObject } from "../../shared/guards.js";
import { listFields } from "./fields.js";
import type { NumberNode, ObjectNode, Schema, TextNode, UnionNode, WordNode } from "./schema.js";

type Zod = z.ZodMiniType;

const known = new WeakMap<Schema, Zod>();

/**
 * The Zod schema of a record. It accepts exactly what `validation: "strict"` accepts, and converts
 * requests like the client. An entry named `__proto__` of a map is left out.
 *
 * @example
 * ```ts
 * import { SwapQuote } from "bursar/schemas";
 *
 * const result = SwapQuote.safeParse(JSON.parse('{"tokenIn":1}'));
 * console.log(result.success); // false
 * ```
 */
export function toZod<T>(schema: Schema<T>): z.ZodMiniType<T> {
  let zod = known.get(schema);
  if (!zod) {
    // Objects are built on first use, so that importing all records builds none.
    zod = "fields" in schema ? z.lazy(() => buildObject(schema)) : build(schema);
    known.set(schema, zod);
  }
  return zod as z.ZodMiniType<T>;
}

function build(schema: Schema): Zod {
  switch (schema.kind) {
    case "anything":
      return z.optional(z.unknown());
    case "custom":
      return z.custom(schema.passes, { error: schema.expected });
    case "boolean":
      return z.boolean();
    case "text":
      return buildText(schema);
    case "number":
      return buildNumber(schema);
    case "word":
      return buildWord(schema);
    case "list": {
      const list = z.array(toZod(schema.item));
      const { expected } = schema;
      return expected === undefined ? list : list.check(z.minLength(1, { error: expected }));
    }
    case "map": {
      const map = z.record(z.string(), toZod(schema.item));
      const { rule } = schema;
      return rule ? map.check(z.refine(rule.passes, { error: rule.expected })) : map;
    }
    case "union":
      return buildUnion(schema);
    case "maybe": {
      const inner = toZod(schema.inner);
      const { isNullable, isOptional, sends } = schema;
      if (sends !== undefined) return z._default(z.nullable(inner), sends);
      if (isNullable && isOptional) return z.nullish(inner);
      return isNullable ? z.nullable(inner) : z.optional(inner);
    }
    case "essential":
      return toZod(schema.inner);
    case "convert":
      return z.pipe(z.transform(schema.convert), toZod(schema.to));
    default:
      return buildObject(schema);
  }
}

function buildText({ pattern, expected, isFilled, maxLength, rules = [], form }: TextNode): Zod {
  const text = z.string(form === undefined ? undefined : { error: form });
  const error = expected ?? "a string that is not empty";
  const short = `${error} of at most ${maxLength} characters`;
  const checks = [
    ...(isFilled ? [z.minLength(1, { error })] : []),
    ...(maxLength === undefined ? [] : [z.maxLength(maxLength, { error: short })]),
    ...(pattern ? [z.regex(pattern, { error })] : []),
    ...rules.map((rule) => z.refine<string>(rule.passes, { error: rule.expected })),
  ];
  return text.check(...(checks as z.core.$ZodCheck<string>[]));
}

function buildNumber({ min, max, isInteger, expected, known: of }: NumberNode): Zod {
  const params = expected === undefined ? undefined : { error: expected };
  const checks = [
    ...(isInteger ? [z.refine(Number.isInteger, params)] : []),
    ...(min === undefined ? [] : [z.minimum(min, params)]),
    ...(max === undefined ? [] : [z.maximum(max, params)]),
    ...(of ? [z.refine<number>(of.passes, { error: of.expected })] : []),
  ];
  return z.number(params).check(...(checks as z.core.$ZodCheck<number>[]));
}

function buildWord({ words, expected }: WordNode): Zod {
  if (expected === undefined && words.every((word) => typeof word === "string"))
    return z.enum([...words]);
  const error = expected === undefined ? words.join(", ") : `${expected}: ${words.join(", ")}`;
  return z.literal([...words], { error });
}

function buildUnion({ forms, by, expected }: UnionNode): Zod {
  const options = forms.map((form) => toZod(form));
  const params = expected === undefined ? undefined : { error: expected };
  return by === undefined
    ? z.union(options, params)
    : z.discriminatedUnion(by, options as never, params);
}

function buildObject(object: ObjectNode): Zod {
  const fields = listFields(object);
  const shape = Object.fromEntries(
    Object.entries(object.fields()).map(([name, schema]) => [
      name,
      object.orNone ? z.nullish(toZod(schema)) : toZod(schema),
    ]),
  );
  const zod = object.kind === "request" ? z.strictObject(shape) : z.looseObject(shape);
  return zod.check({
    _zod: {
      check: (payload) => {
        const { value } = payload;
        if (!isObject(value) || Array.isArray(value)) return;
        if (object.kind !== "record") payload.value = withoutNulls(value);
        const report = (path: readonly (string | number)[], message: string) => {
          payload.issues.push({
            code: "custom",
            path: [...path],
            message,
            input: value,
            continue: true,
          });
        };
        if (object.orNone && !isNone(value))
          for (const { name, isOptional } of fields)
            if (!isOptional && isMissing(value[name]))
              report([name], "a value, because the object is not empty");
        object.rule?.(payload.value as never, report);
      },
      // Runs even if fields are invalid, so that one error lists every issue.
      def: { check: "custom", when: () => true },
      onattach: [],
    },
  });

  /** In most fields of a request, null means "not given". */
  function withoutNulls(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const given = { ...value };
    for (const { name, isOptional, sends, keepsNull } of fields) {
      if (!isOptional || keepsNull || !isMissing(given[name])) continue;
      if (sends === undefined) delete given[name];
      else given[name] = sends;
    }
    return given;
  }
}
