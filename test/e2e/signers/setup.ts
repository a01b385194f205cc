import { copyFile, mkdir, rm, symlink } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const linked = fileURLToPath(new URL("node_modules/bursar", import.meta.url));

/**
 * Links the built package, so that programs and the compiler find it by its name. A link to the
 * whole repository would contain itself, and some tools follow links without end.
 */
export default async function setup(): Promise<void> {
  await rm(linked, { force: true, recursive: true });
  await mkdir(linked, { recursive: true });
  await copyFile(`${repository}package.json`, `${linked}/package.json`);
  await symlink(`${repository}dist`, `${linked}/dist`, "junction");
}
