import type { JsonSchema, OpenApiDocument } from "../../src/openapi/index.js";

/** A part of the document that needs a description. */
export interface Described {
  /** Such as `SwapQuote.amountIn` or `wallets_history chains`. */
  readonly place: string;
  readonly name: string;
  readonly description: string | undefined;
}

type Operation = OpenApiDocument["webhooks"][string]["post"];

export function listOperations({ paths, webhooks }: OpenApiDocument): Operation[] {
  return [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) =>
    Object.values(methods),
  );
}

/** Every operation, parameter, component and field. A field may refer to a described component. */
export function listDescribed(document: OpenApiDocument): Described[] {
  const { schemas } = document.components;
  const described: Described[] = [];

  /** The description of the component that a field, or the items of a list, refer to. */
  function referred(schema: JsonSchema | undefined): string | undefined {
    const forms = schema?.anyOf as JsonSchema[] | undefined;
    const form = forms?.find(({ $ref }) => $ref) ?? schema;
    if (form?.$ref) return schemas[form.$ref.split("/").at(-1) as string]?.description as string;
    return form?.items && referred(form.items);
  }

  function visit(value: unknown, place: string): void {
    if (typeof value !== "object" || value === null) return;
    const { properties } = value as JsonSchema;
    for (const [name, field] of Object.entries(properties ?? {})) {
      const description = (field.description as string | undefined) ?? referred(field);
      described.push({ place: `${place}.${name}`, name, description });
    }
    for (const [key, inner] of Object.entries(value)) if (key !== "examples") visit(inner, place);
  }

  for (const [name, schema] of Object.entries(schemas)) {
    described.push({ place: name, name, description: schema.description as string | undefined });
    visit(schema, name);
  }
  for (const operation of listOperations(document)) {
    const { operationId, description, parameters = [] } = operation;
    described.push({ place: operationId, name: operationId, description });
    for (const { name, description } of parameters)
      described.push({ place: `${operationId} ${name}`, name, description });
    visit([operation.requestBody, operation.responses], operationId);
  }
  return described;
}
