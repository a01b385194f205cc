import { isMissing, isObject } from "../../shared/guards.js";
import { isWholeLine, toLine } from "./plain-text.js";

/** One value of a message. All strings are safe to show. */
export interface DescribedField {
  /** The path of the value, such as `order.amounts[0]`. */
  path: string;
  value: string;
}

const maxFields = 100;

/** All values of a message, with a warning for each of which only a part is shown. */
export function listFields(domain: object, primaryType: unknown, message: unknown) {
  const fields: DescribedField[] = [];
  const partlyShown = new Set<string>();
  let isComplete = true;
  const notePart = (path: string, value: unknown) => {
    if (!isWholeLine(value) || !isWholeLine(path)) partlyShown.add(toLine(path));
  };
  // A copy has a limited depth.
  const collect = (value: unknown, path: string): void => {
    isComplete &&= fields.length < maxFields;
    if (!isComplete) return;
    const children = isObject(value) ? Object.entries(value) : [];
    // An empty list or object is signed too.
    if (children.length === 0) {
      const name = path === "" ? "message" : path;
      fields.push({ path: toLine(name), value: toLine(value) });
      notePart(name, value);
    }
    for (const [key, child] of children) {
      const name = path === "" ? key : `${path}.${key}`;
      collect(child, Array.isArray(value) ? `${path}[${key}]` : name);
    }
  };
  for (const [field, value] of Object.entries(domain))
    if (!isMissing(value)) notePart(`domain.${field}`, value);
  notePart("primaryType", primaryType);
  collect(message, "");
  const warnings = [...partlyShown].map((path) => `Only a part of ${path} is shown.`);
  if (!isComplete) warnings.unshift(`Only the first ${maxFields} values are shown.`);
  return { fields, warnings };
}
