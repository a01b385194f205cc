// Runs before each test file. One module, because Vitest loads it again for every file.
import fc from "fast-check";
import { chooseSeed } from "./random-runs.js";

// Loads Node's own dispatcher first. A test that imports the package undici would replace it for
// all files of its worker.
void globalThis.Request;

// For the random tests that choose no seed themselves. fast-check prints it if one fails.
fc.configureGlobal({ seed: chooseSeed() });
