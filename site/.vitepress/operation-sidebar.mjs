// The pages of the operations in the sidebar, one group per resource. `npm run docs` writes the
// list before it builds the site.
import { readFileSync } from "node:fs";

const names = JSON.parse(
  readFileSync(new URL("../pages/reference/operations.json", import.meta.url), "utf8"),
);
const resources = [...new Set(names.map((name) => name.split(".")[0]))];

export const operationSidebar = resources.map((resource) => ({
  text: resource,
  items: names
    .filter((name) => name.startsWith(`${resource}.`))
    .map((name) => ({ text: name.slice(resource.length + 1), link: `/reference/${name}` })),
}));
