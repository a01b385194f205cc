import type { Endpoint } from "../src/contract/shared/endpoint.js";

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function readTexts(names: readonly string[], endpoints: readonly Endpoint[]): Texts;
