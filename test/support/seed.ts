import fc from "fast-check";
import { chooseSeed } from "./random-runs.js";

/** For the random tests that choose no seed themselves. fast-check prints it if one fails. */
fc.configureGlobal({ seed: chooseSeed() });
