import type { core } from "zod/mini";
import type { Check } from "./check.js";

// Builds for the edge refuse every bundle in which they find the constructor called by its name, reached or not.
const Generated = Function;

/** Writes a check as source text, so that the engine sees plain property reads. Undefined where a schema holds what is not known here. */
export function compileCheck(schema: core.$ZodType): Check | undefined {
  const writer = new Writer();
  const test = writer.test(schema, "v");
  if (test === undefined) return undefined;
  return new Generated("rules", `"use strict";const plain=Object.prototype;${writer.functions.join("")}return(v)=>${test}`)(
    writer.rules,
  ) as Check;
}

class Writer {
  readonly functions: string[] = [];
  readonly rules: Check[] = [];
  readonly #names = new Map<core.$ZodType, string>();
  readonly #open = new Set<core.$ZodLazy>();

  test(schema: core.$ZodType, v: string): string | undefined {
    const { def } = (schema as core.$ZodTypes)._zod;
    const base = this.#base(schema as core.$ZodTypes, v);
    if (base === undefined || !def.checks?.length) return base;
    const tests = [base];
    for (const check of def.checks) {
      if (check._zod.def.check !== "custom") return undefined;
      const rule = check._zod.check as (payload: core.ParsePayload) => void;
      this.rules.push((value) => {
        const payload = { value, issues: [] } as unknown as core.ParsePayload;
        rule(payload);
        return payload.issues.length === 0;
      });
      tests.push(`rules[${this.rules.length - 1}](${v})`);
    }
    return `(${tests.join("&&")})`;
  }

  #base(schema: core.$ZodTypes, v: string): string | undefined {
    const def = schema._zod.def;
    switch (def.type) {
      case "string":
      case "boolean":
        return `(typeof ${v}==="${def.type}")`;
      case "number":
        return `Number.isFinite(${v})`;
      case "unknown":
      case "any":
        return "true";
      case "nullable":
        return this.#either(`${v}===null`, this.test(def.innerType, v));
      case "optional":
        return this.#either(`${v}===undefined`, this.test(def.innerType, v));
      case "union":
        return this.#anyOf(def.options.map((option) => this.test(option, v)));
      case "lazy":
        return this.#lazy(schema as core.$ZodLazy, v);
      case "array":
        return this.#call(schema, v, () => this.#loop("if(!Array.isArray(v))return false;for(const e of v)", this.test(def.element, "e")));
      case "record":
        return def.keyType._zod.def.type === "string" && !def.keyType._zod.def.checks?.length
          ? this.#call(schema, v, () => this.#loop(`${plainObject}for(const k in v)`, this.test(def.valueType, "v[k]")))
          : undefined;
      case "object":
        return this.#call(schema, v, () => this.#fields(def));
      default:
        return undefined;
    }
  }

  #lazy(schema: core.$ZodLazy, v: string): string | undefined {
    // A schema that holds itself is left to Zod.
    if (this.#open.has(schema)) return undefined;
    this.#open.add(schema);
    const test = this.test(schema._zod.innerType, v);
    this.#open.delete(schema);
    return test;
  }

  #either(excuse: string, test: string | undefined): string | undefined {
    return test && `(${excuse}||${test})`;
  }

  #anyOf(tests: (string | undefined)[]): string | undefined {
    return tests.includes(undefined) ? undefined : `(${tests.join("||")})`;
  }

  #loop(head: string, test: string | undefined): string | undefined {
    return test && `${head}if(!${test})return false;`;
  }

  #fields(def: core.$ZodObjectDef): string | undefined {
    const closed = def.catchall?._zod.def.type === "never";
    if (def.catchall && !closed && def.catchall._zod.def.type !== "unknown") return undefined;
    let body = plainObject;
    for (const [name, field] of Object.entries(def.shape)) {
      const test = this.test(field as core.$ZodType, "f");
      if (test === undefined) return undefined;
      if (test !== "true") body += `f=v[${JSON.stringify(name)}];if(!${test})return false;`;
    }
    if (closed) body += `for(const k in v)if(!${JSON.stringify(Object.keys(def.shape))}.includes(k))return false;`;
    return `let f;${body}`;
  }

  /** One function a schema, so that each keeps its own profile. */
  #call(schema: core.$ZodType, v: string, write: () => string | undefined): string | undefined {
    let name = this.#names.get(schema);
    if (name === undefined) {
      const body = write();
      if (body === undefined) return undefined;
      name = `c${this.functions.length}`;
      this.#names.set(schema, name);
      this.functions.push(`function ${name}(v){${body}return true}`);
    }
    return `${name}(${v})`;
  }
}

// Zod drops a field named __proto__: an object that has one is left to it, as is whatever else is no plain object.
const plainObject = "if(v==null||v.__proto__!==plain)return false;";
